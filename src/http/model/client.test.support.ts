import { type Check, isRefusal, type ModelAnswer } from './answer.test.support.ts';

type Request = [method: string, path: string, token?: string, body?: string];

/** Asks, and throws where the answer is not the one that was expected. */
export class ModelClient {
  readonly #url: () => string;
  /** Answers that were judged. */
  answers = 0;

  /** The URL is asked for each time, since a restart may change it. */
  constructor(url: () => string) {
    this.#url = url;
  }

  async refused(status: number, ...request: Request): Promise<void> {
    await this.expect(status, isRefusal, ...request);
  }

  async expect(status: number, check: Check, ...request: Request): Promise<ModelAnswer['body']> {
    const answer = await this.ask(...request);
    const problem = answer.status === status ? check(answer.body) : `${status} was expected`;
    if (problem === undefined) return answer.body;
    const [method, path] = request;
    throw new Error(
      `${method} ${path} gave ${answer.status} ${JSON.stringify(answer.body)}: ${problem}`,
    );
  }

  async ask(...[method, path, token, body]: Request): Promise<ModelAnswer> {
    const answer = await fetch(`${this.#url()}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: token }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    this.answers += 1;
    const type = answer.headers.get('Content-Type') ?? '';
    if (text !== '' && !type.startsWith('application/json')) {
      throw new Error(`${method} ${path} was answered with ${type}`);
    }
    return { status: answer.status, type, body: text === '' ? {} : JSON.parse(text) };
  }
}
