import type { Caller } from '../../judging/caller.ts';
import type { Parameters } from '../../judging/operation.ts';
import type { Conversation } from '../../judging/run/scenario.ts';
import { type Answer, isObject, type JsonBody, jsonIn } from '../../judging/talk/answer.ts';
import type { Ask } from '../../judging/talk/ask.ts';
import type { SharedConnection } from '../../judging/talk/connections.ts';
import { formatAnswer } from '../../judging/talk/format.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { Evidence } from '../../judging/verdict/evidence.ts';
import { isDeleted, type KnownReport } from '../model/known/known-report.ts';
import type { Look } from '../model/known/lateness.ts';
import type { Reports } from '../model/known/reports.ts';
import type { Callers } from '../requests/callers.ts';
import { type Draft, newDraft } from '../requests/draft.ts';
import type { KnownCallers } from '../requests/known-callers.ts';
import type { Target } from '../target/target.ts';
import { type PendingAnswer, readableAnswer } from './asked.ts';
import { riskOf } from './risks.ts';

export interface ScenarioApiOptions {
  readonly client: Pick<Conversation, 'ask' | 'overOneConnection' | 'pause'>;
  readonly target: Target;
  readonly callers: Callers;
  readonly knownCallers: KnownCallers;
  readonly reports: Reports;
  readonly evidence: Pick<Evidence, 'addProblem'>;
  /** Clauses whose requests are not sent. */
  readonly skipped?: readonly string[];
}

const json = 'application/json';

function aboutReport(service: string, report: string | undefined): Parameters {
  return report === undefined ? { service } : { service, report };
}

/** What scenarios ask with: the operations, and what most scenarios do with reports. */
export class ScenarioApi {
  readonly #options: ScenarioApiOptions;
  /** Set when the target takes no more reports. */
  #isFull = false;

  constructor(options: ScenarioApiOptions) {
    this.#options = options;
  }

  send(request: Ask): PendingAnswer {
    const asked = this.#sendIfAllowed(request);
    // One that no scenario awaits must not end the process.
    asked.catch(() => undefined);
    return asked;
  }

  create(caller: Caller, sent: unknown, service = this.#service): PendingAnswer {
    const body = JSON.stringify(sent);
    const about = { service };
    return this.send({ operation: 'create', caller, about, sent, body, contentType: json });
  }

  fetch(caller: Caller, id: string | undefined, service = this.#service): PendingAnswer {
    return this.send({ operation: 'fetch', caller, about: aboutReport(service, id) });
  }

  delete(caller: Caller, id: string | undefined, service = this.#service): PendingAnswer {
    return this.send({ operation: 'delete', caller, about: aboutReport(service, id) });
  }

  /** A few operations over one connection, one after the other; `work` asks nothing else meanwhile. */
  overOneConnection<T>(work: (connection: SharedConnection) => Promise<T>): Promise<T> {
    return this.#options.client.overOneConnection(work);
  }

  /** Posts a raw body, JSON or not. */
  post(caller: Caller, body: string, contentType = json): PendingAnswer {
    const about = { service: this.#service };
    const sent = jsonIn(body).json;
    return this.send({ operation: 'create', caller, about, sent, body, contentType });
  }

  lookup(caller: Caller, hash: string, once = false): PendingAnswer {
    return this.send({ operation: 'lookup', caller, about: { hash }, once });
  }

  /** Creates a report with a payload that the target says is valid. */
  async created(caller: Caller, changes?: Partial<Draft>, service?: string): Promise<KnownReport> {
    const draft = newDraft(this.#options.target.payload, changes);
    const asked = this.create(caller, draft, service);
    const answer = await readableAnswer(asked);
    if (answer.outcome === 'refusal') throw await this.#whyNotCreated(caller, answer);
    return this.#storedBy(answer);
  }

  /** The stored report if the request was accepted; undefined if it was refused. */
  async storedIfAccepted(asked: PendingAnswer): Promise<KnownReport | undefined> {
    const answer = await readableAnswer(asked);
    return answer.outcome === 'success' ? this.#storedBy(answer) : undefined;
  }

  /** The same, and fetches it. */
  async fetchedIfAccepted(asked: PendingAnswer): Promise<KnownReport | undefined> {
    const stored = await this.storedIfAccepted(asked);
    if (stored) await this.fetchKnown(stored);
    return stored;
  }

  /**
   * The report, as seen by a caller that may fetch it; not testable if no caller can. Who is patient waits as
   * long as a report may take, also where all others are found at once.
   */
  async fetchKnown(report: KnownReport, isPatient = false): Promise<JsonBody> {
    const { client, reports } = this.#options;
    const readers = this.#readersOf(report);
    // A restart may have lost it: then nobody finds it.
    const most = report.faults.has('restart') ? 1 : readers.length;
    const proven = readers.filter(({ key }) => reports.isReader(key, report));
    const asked = (proven.length > 0 ? proven : readers).slice(0, most);
    for (;;) {
      const { shown, look } = await this.#lookFor(report, asked);
      if (shown) return shown;
      const pause = look && reports.untilFound(report, look, isPatient);
      if (pause === undefined) break;
      await client.pause(pause);
    }
    const others = readers.filter((one) => !asked.includes(one)).slice(0, most - asked.length);
    const { shown } = await this.#lookFor(report, others);
    if (shown) return shown;
    throw new NotTestable('a report that was created is not found');
  }

  /** What the first of these callers that finds a report is shown, or else when they looked. */
  async #lookFor(
    report: KnownReport,
    callers: readonly Caller[],
  ): Promise<{ shown?: JsonBody; look?: Look }> {
    let look: Look | undefined;
    for (const caller of callers) {
      const asked = this.fetch(caller, report.id, report.service);
      const { outcome, body, exchange } = await readableAnswer(asked);
      if (outcome === 'success' && isObject(body.report)) return { shown: body.report };
      const { startedAt, endedAt } = exchange;
      look = { startedAt: look?.startedAt ?? startedAt, endedAt };
    }
    return look ? { look } : {};
  }

  /** Fetches a deleted report as every caller that could fetch it before, in every feed. */
  async fetchDeleted(report: KnownReport): Promise<void> {
    const { client, knownCallers, reports } = this.#options;
    const readers = knownCallers.known.filter(({ key }) => report.readers.has(key));
    const services = [report.service, ...this.#otherFeeds(report)];
    for (;;) {
      // All at once, since a replica may lag for the time of one request only, and now and then.
      const answers = await Promise.all(
        services.flatMap((service) => readers.map((one) => this.fetch(one, report.id, service))),
      );
      const still = answers.find(({ outcome }) => outcome === 'success');
      const pause = still && reports.untilGone(report, still.exchange);
      if (pause === undefined) return;
      await client.pause(pause);
    }
  }

  /** Deletes a report that may not have been fetched yet: an accepted report may take a moment to be stored. */
  async deleteUnseen(caller: Caller, report: KnownReport): Promise<void> {
    const { client, reports } = this.#options;
    for (;;) {
      const { outcome, exchange } = await readableAnswer(
        this.delete(caller, report.id, report.service),
      );
      if (outcome === 'success') return;
      const pause = reports.untilFound(report, exchange, true);
      if (pause === undefined) return;
      await client.pause(pause);
    }
  }

  get #service(): string {
    return this.#options.target.service;
  }

  /** No more reports are created after one that cannot be deleted. */
  async #sendIfAllowed(request: Ask): Promise<Answer> {
    const { client, target, reports, skipped = [] } = this.#options;
    const risk = riskOf(request, reports, target.careful ? 'all' : skipped);
    if (risk) {
      const why = target.careful ? 'careful' : `--skip ${risk.clause}`;
      throw new NotTestable(`left out by ${why}: it could ${risk.could}`);
    }
    if (request.operation === 'create' && reports.strays.length > 0)
      throw new NotTestable('no more reports are created, since one has an id nobody can delete');
    return client.ask(this.#isGone(request) ? { ...request, isFirst: true } : request);
  }

  /** A cache or a replica may show a deleted report for a moment, in which other requests would be sent. */
  #isGone({ operation, about: { service = '', report } }: Ask): boolean {
    if (operation !== 'fetch' || report === undefined) return false;
    const known = this.#options.reports.find(service, report);
    return known !== undefined && isDeleted(known);
  }

  #storedBy({ exchange, body }: Answer): KnownReport {
    const stored = this.#options.reports.find(exchange.about.service ?? '', String(body.id));
    if (!stored) throw new NotTestable('the response to a create has no id');
    return stored;
  }

  /**
   * Limits are not specified (8): a caller that could create reports before and no longer can has reached
   * one. Only a caller or feed that never worked points to an error in the target file.
   */
  async #whyNotCreated(caller: Caller, answer: Answer): Promise<Error> {
    const { target, callers, reports, evidence } = this.#options;
    const { exchange } = answer;
    const actual = formatAnswer(answer);
    const { service } = exchange.about;
    this.#isFull ||= reports
      .all()
      .some((report) => report.creator === caller.key && report.service === service);
    if (!this.#isFull) {
      const draft = newDraft(target.payload);
      const proven = await readableAnswer(this.create(callers.researcher, draft));
      this.#isFull = proven.outcome === 'refusal';
    }
    if (this.#isFull) return new NotTestable(`the target takes no more reports now: ${actual}`);
    const key = caller.key === 'tokens.researcher' ? 'otherService' : caller.key;
    evidence.addProblem({ key, message: `a report could not be created: ${actual}`, exchange });
    return new NotTestable(`${key} seems to be wrong: a report could not be created`);
  }

  /** Who may fetch is open (5): known readers first, then the creator, then all callers of the target file. */
  #readersOf(stored: KnownReport): Caller[] {
    const rank = (caller: Caller): number => {
      if (stored.readers.has(caller.key)) return 0;
      return caller.key === stored.creator ? 1 : 2;
    };
    return [...this.#options.knownCallers.known].sort((a, b) => rank(a) - rank(b));
  }

  #otherFeeds({ service }: KnownReport): string[] {
    const { target } = this.#options;
    const feeds = [target.service, target.otherService ?? service];
    return feeds.filter((feed) => feed !== service);
  }
}
