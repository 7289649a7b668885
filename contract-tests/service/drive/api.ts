import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../judging/caller.ts';
import type { Parameters } from '../../judging/operation.ts';
import type { Conversation } from '../../judging/run/scenario.ts';
import { type Answer, isObject, type JsonBody, jsonIn } from '../../judging/talk/answer.ts';
import type { Ask } from '../../judging/talk/ask.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { formatAnswer } from '../../judging/talk/format.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { KnownReport } from '../model/known/known-report.ts';
import type { Reports } from '../model/known/reports.ts';
import type { Callers } from '../requests/callers.ts';
import { type Draft, newDraft } from '../requests/draft.ts';
import type { KnownCallers } from '../requests/known-callers.ts';
import type { Target } from '../target/target.ts';
import { PendingAnswer, readableAnswer } from './asked.ts';
import { riskOf } from './risks.ts';

/** Options of a request besides its operation and subject. */
type Manner = Pick<Ask, 'kept' | 'accept' | 'encoding' | 'atOnce' | 'way' | 'inFront'>;

/** The operations of the feed. */
interface Feed {
  create(caller: Caller, sent: unknown, service?: string): PendingAnswer;
  fetch(caller: Caller, id: string | undefined, service?: string): PendingAnswer;
  delete(caller: Caller, id: string | undefined, service?: string): PendingAnswer;
}

export interface ScenarioApi extends Feed {
  /** Sends any request, for what the other methods cannot express. */
  send(request: Ask): PendingAnswer;
  /** Posts a raw body, JSON or not. */
  post(
    caller: Caller,
    body: string | undefined,
    contentType?: string,
    service?: string,
  ): PendingAnswer;
  /** The same operations with options: over a kept-alive connection, or with another Accept header. */
  by(way: Manner): Feed;
  lookup(caller: Caller, hash: string, once?: boolean): PendingAnswer;
  /** Creates a report with a payload that the target says is valid. */
  created(caller: Caller, changes?: Partial<Draft>, service?: string): Promise<KnownReport>;
  /** The same, and fetches it. */
  createdAndSeen(caller: Caller, changes?: Partial<Draft>, service?: string): Promise<KnownReport>;
  /** The stored report if the request was accepted; undefined if it was refused. */
  storedIfAccepted(asked: PendingAnswer): Promise<KnownReport | undefined>;
  /** The same, and fetches it. */
  fetchedIfAccepted(asked: PendingAnswer): Promise<KnownReport | undefined>;
  /** The report, as seen by a caller that may fetch it; not testable if no caller can. */
  fetchKnown(report: KnownReport): Promise<JsonBody>;
  /** Fetches a deleted report as every caller that could fetch it before, in every feed. */
  fetchDeleted(report: KnownReport): Promise<void>;
  /** Deletes a report that may not have been fetched yet: an accepted report may take a moment to be stored. */
  deleteUnseen(caller: Caller, report: KnownReport): Promise<void>;
}

/** Receives what a response shows besides the clause it was requested for. */
export interface ScenarioObserver {
  observe(openPoint: string, value: unknown, exchange: Exchange): void;
  problem(problem: { key: string; message: string; exchange: Exchange }): void;
}

interface Parts {
  readonly client: Pick<Conversation, 'ask'>;
  readonly target: Target;
  readonly callers: Callers;
  readonly knownCallers: KnownCallers;
  readonly reports: Reports;
  readonly notes: ScenarioObserver;
  readonly signal: AbortSignal | undefined;
  /** Clauses whose requests are not sent. */
  readonly skipped?: readonly string[];
}

const json = 'application/json';

export const scenarioApi = (parts: Parts): ScenarioApi => {
  const { client, target, callers, knownCallers, reports, notes, signal, skipped = [] } = parts;
  /** No more reports are created after one that cannot be deleted. */
  const sent = async (request: Ask): Promise<Answer> => {
    const risk = riskOf(request, reports, target.careful ? 'all' : skipped);
    if (risk) {
      const why = target.careful ? 'careful' : `--skip ${risk.clause}`;
      throw new NotTestable(`left out by ${why}: it could ${risk.could}`);
    }
    if (request.operation === 'create' && reports.strays.length > 0)
      throw new NotTestable('no more reports are created, since one has an id nobody can delete');
    return client.ask(request);
  };

  const ask = (request: Ask): PendingAnswer =>
    new PendingAnswer(sent(request), (openPoint, { exchange }) =>
      notes.observe(openPoint, exchange.response.status, exchange),
    );

  const feed = (service: string, report: string | undefined): Parameters =>
    report === undefined ? { service } : { service, report };

  const storedBy = (answer: Answer): KnownReport => {
    const { exchange, body } = answer;
    const stored = reports.find(exchange.about.service ?? '', String(body.id));
    if (!stored) throw new NotTestable('the response to a create has no id');
    return stored;
  };

  let full = false;

  /**
   * Limits are not specified (8): a caller that could create reports before and no longer can has reached
   * one. Only a caller or feed that never worked points to an error in the target file.
   */
  const unable = async (caller: Caller, answer: Answer): Promise<Error> => {
    const { exchange } = answer;
    const actual = formatAnswer(answer);
    const { service } = exchange.about;
    const worked = reports
      .all()
      .some((report) => report.creator === caller.key && report.service === service);
    full ||= worked;
    if (!full) {
      const draft = newDraft(target.payload);
      const proven = await readableAnswer(api.create(callers.researcher, draft));
      full = proven.outcome === 'refusal';
    }
    if (full) return new NotTestable(`the target takes no more reports now: ${actual}`);
    const key = caller.key === 'tokens.researcher' ? 'otherService' : caller.key;
    notes.problem({ key, message: `a report could not be created: ${actual}`, exchange });
    return new NotTestable(`${key} seems to be wrong: a report could not be created`);
  };

  /** Who may fetch is open (5): known readers first, then the creator, then all callers of the target file. */
  const readersOf = (stored: KnownReport): Caller[] => {
    const rank = (caller: Caller): number =>
      stored.readers.has(caller.key) ? 0 : caller.key === stored.creator ? 1 : 2;
    return [...knownCallers.known].sort((a, b) => rank(a) - rank(b));
  };

  const elsewhere = ({ service }: KnownReport): string[] =>
    [target.service, target.otherService ?? service].filter((feed) => feed !== service);

  const feedBy = (way: Manner): Feed => ({
    create: (caller, sent, service = target.service) =>
      ask({
        ...way,
        operation: 'create',
        caller,
        about: { service },
        sent,
        body: JSON.stringify(sent),
        contentType: json,
      }),
    fetch: (caller, id, service = target.service) =>
      ask({ ...way, operation: 'fetch', caller, about: feed(service, id) }),
    delete: (caller, id, service = target.service) =>
      ask({ ...way, operation: 'delete', caller, about: feed(service, id) }),
  });

  const api: ScenarioApi = {
    ...feedBy({}),
    by: feedBy,
    send: ask,
    post: (caller, body, contentType = json, service = target.service) =>
      ask({
        operation: 'create',
        caller,
        about: { service },
        ...(body !== undefined && { sent: jsonIn(body).json }),
        contentType,
        ...(body !== undefined && { body }),
      }),
    lookup: (caller, hash, once = false) =>
      ask({ operation: 'lookup', caller, about: { hash }, once }),

    async created(caller, changes, service) {
      const asked = api.create(caller, newDraft(target.payload, changes), service);
      const answer = await readableAnswer(asked.showing('create.status.created', 'success'));
      if (answer.outcome === 'refusal') throw await unable(caller, answer);
      return storedBy(answer);
    },
    async storedIfAccepted(asked) {
      const answer = await readableAnswer(asked);
      return answer.outcome === 'success' ? storedBy(answer) : undefined;
    },
    async createdAndSeen(caller, changes, service) {
      const stored = await api.created(caller, changes, service);
      await api.fetchKnown(stored);
      return stored;
    },
    async fetchedIfAccepted(asked) {
      const stored = await api.storedIfAccepted(asked);
      if (stored) await api.fetchKnown(stored);
      return stored;
    },
    async fetchKnown(report) {
      const pauses = report.seenAt === undefined ? pausesIn(reports.grace) : [0];
      for (const pause of pauses) {
        if (pause > 0) await sleep(pause, undefined, { signal });
        // A restart may have lost it: then nobody finds it.
        const most = report.faults.has('restart') ? 1 : Number.POSITIVE_INFINITY;
        for (const caller of readersOf(report).slice(0, most)) {
          const { outcome, body } = await readableAnswer(
            api.fetch(caller, report.id, report.service),
          );
          if (outcome === 'success' && isObject(body.report)) return body.report;
        }
      }
      throw new NotTestable('a report that was created is not found');
    },
    async fetchDeleted(report) {
      for (const caller of knownCallers.known.filter(({ key }) => report.readers.has(key)))
        for (const service of [report.service, ...elsewhere(report)])
          await api.fetch(caller, report.id, service);
    },
    async deleteUnseen(caller, { id, service }) {
      for (const pause of pausesIn(reports.grace)) {
        if (pause > 0) await sleep(pause, undefined, { signal });
        const { outcome } = await readableAnswer(api.delete(caller, id, service));
        if (outcome === 'success') return;
      }
    },
  };
  return api;
};

/** A create may return 202: an accepted report may take a moment to appear. */
const pausesIn = (grace: number): readonly number[] =>
  grace === 0 ? [0] : [0, grace / 5, (grace * 4) / 5 + 1];
