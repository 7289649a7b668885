import { Client } from '../client.ts';
import { goodDraft } from '../seeded.ts';

/** Somebody who goes on working while others misbehave, and knows what the answers have to be. */
export class Bystander {
  readonly #client: Client;
  readonly #token: string;
  readonly #mark: string;
  readonly problems: string[] = [];
  rounds = 0;
  slowestMs = 0;

  /** `mark` is in all it creates, so that nobody else should ever be told it. */
  constructor(url: string, token: string, mark: string) {
    this.#client = new Client(url, 2);
    this.#token = token;
    this.#mark = mark;
  }

  async work(until: () => boolean): Promise<void> {
    while (!until() && this.problems.length === 0) {
      const began = performance.now();
      await this.#round();
      this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    }
    await this.#client.close();
  }

  async #round(): Promise<void> {
    this.rounds += 1;
    const tag = `${this.#mark}-${this.rounds}`;
    const file256Hash = this.rounds.toString(16).padStart(64, '0');
    const draft = { ...goodDraft, tags: [tag], file256Hash };
    const path = '/feed/pasteco/api';
    const id = String((await this.#ask(201, 'POST', path, draft))?.id);
    const fetched = await this.#ask(200, 'GET', `${path}?report=${id}`);
    const report = fetched?.report as
      | { readonly tags?: unknown; readonly id?: unknown }
      | undefined;
    if (report?.id !== id || String(report.tags) !== tag) {
      this.problems.push(`a good fetch of ${id} got ${JSON.stringify(fetched)}`);
    }
    await this.#ask(200, 'DELETE', `${path}?report=${id}`);
    await this.#ask(404, 'GET', `${path}?report=${id}`);
    await this.#ask(404, 'GET', `/private/sample/${file256Hash}`);
  }

  async #ask(status: number, method: string, path: string, body?: unknown) {
    const asked = { method, path, token: this.#token, ...(body !== undefined && { body }) };
    const answer = await this.#client.ask(asked);
    if (answer?.status !== status) {
      const got = answer ? `${answer.status} ${answer.text.slice(0, 200)}` : 'no answer';
      this.problems.push(`a good ${method} ${path} got ${got} instead of ${status}`);
    }
    return answer?.json;
  }
}
