import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../judging/caller.ts';
import { type Answer, jsonIn } from '../../judging/talk/answer.ts';
import type { Ask } from '../../judging/talk/ask.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { KnownReport } from '../model/known/known-report.ts';
import type { Callers } from '../requests/callers.ts';
import type { Draft } from '../requests/draft.ts';
import { forgedTokens } from '../requests/forged-tokens.ts';
import { madeUpFeed } from '../requests/made-up.ts';
import { ifAnswered, type PendingAnswer, readableAnswer } from './asked.ts';
import type { Context } from './context.ts';
import { type FileLookup, foundFiles } from './files.ts';
import { attempts, mannerOf, type Scenario, scenario } from './scenario.ts';

/** How a request is written and sent. */
export type Manner = Pick<
  Ask,
  'accept' | 'encoding' | 'way' | 'contentType' | 'connection' | 'atOnce'
>;

/** Those who do something: by what the target file says of them, or by what they are to the report. */
export type Who = (stage: Stage) => readonly Caller[];

/** What is sent to create a report: a usual one with these changes, or what is made of it. */
type Sent = object | ((usual: Draft, stage: Stage) => unknown);

/** A request of everybody who is meant, one after the other. */
export interface Act {
  readonly does: string;
  readonly who: Who;
  /** The name of the report that it is about. */
  readonly report?: string;
  /** The id that is sent, where it is another than that of the report. */
  readonly id?: (stage: Stage) => string | undefined;
  /** The feed, where it is another than that of the report, or of the story. */
  readonly in?: (stage: Stage) => string;
  readonly sent?: Sent;
  /** What the body says instead of its JSON. */
  readonly writes?: (json: string) => string;
  readonly hash?: (stage: Stage) => string | undefined;
  /** The raw path and query, where no client of ours would send it. */
  readonly path?: (stage: Stage) => string;
  /** The name under which a report is known that it creates. */
  readonly keeps?: string;
  /** The report that is fetched after each request, by somebody who may. */
  readonly looks?: string;
  /** Called with each answer that can be read: what it shows of a question that the specification leaves open. */
  readonly shows?: (answer: Answer, stage: Stage) => unknown;
  readonly manner?: Manner;
}

export type Step = Act | ((stage: Stage) => unknown);

interface StageOptions {
  readonly creator?: Caller;
  readonly service?: string;
  /** Whether more is tried here than elsewhere. */
  readonly isFirst?: boolean;
  readonly manner?: Manner;
  readonly reports?: Map<string, KnownReport>;
}

/** Where a story is: its feed, its usual creator, and the reports that it has named. */
export class Stage {
  readonly context: Context;
  readonly options: StageOptions;
  readonly reports: Map<string, KnownReport>;
  /** The id of no report. */
  readonly nobodys = randomUUID();
  /** A report that may be sent more than once. */
  readonly same: Draft;

  constructor(context: Context, options: StageOptions = {}) {
    this.context = context;
    this.options = options;
    this.reports = options.reports ?? new Map();
    this.same = context.draft();
  }

  get service(): string {
    return this.options.service ?? this.context.target.service;
  }

  get creator(): Caller {
    return this.options.creator ?? this.context.callers.researcher;
  }

  get it(): KnownReport {
    const it = this.reports.get('it');
    if (!it) throw new NotTestable('a report like that is refused here');
    return it;
  }

  /** The same place, told otherwise. */
  with(options: StageOptions): Stage {
    return new Stage(this.context, { ...this.options, ...options });
  }
}

export function story(
  name: string,
  clauses: Scenario['clauses'],
  steps: readonly Step[],
  when?: Scenario['stage'],
): Scenario {
  return scenario(name, clauses, (context) => play(new Stage(context), steps), when);
}

export async function play(stage: Stage, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await (typeof step === 'function' ? step(stage) : perform(stage, step));
}

async function perform(stage: Stage, act: Act): Promise<void> {
  for (const ask of asksFor(stage, act)) await settle(stage, act, stage.context.api.send(ask));
}

/** What the answer is good for: a report to be known, one to look at, and what it shows. */
async function settle(
  stage: Stage,
  { keeps, looks, shows }: Act,
  asked: PendingAnswer,
): Promise<void> {
  const { context, reports } = stage;
  await asked;
  const stored = keeps === undefined ? undefined : await context.api.storedIfAccepted(asked);
  if (keeps !== undefined && stored) reports.set(keeps, stored);
  const isLookedAt = keeps === undefined || stored !== undefined;
  const seen = looks === undefined || !isLookedAt ? undefined : reports.get(looks);
  if (seen) await context.api.fetchKnown(seen);
  if (shows) await shows(await readableAnswer(asked), stage);
}

/** The requests of an act. A report that was refused is one that nobody has. */
function asksFor(stage: Stage, act: Act): Ask[] {
  const { does, who, report = 'it', id, in: feed, sent = {}, writes, hash, path } = act;
  const { context, reports, service, nobodys, options } = stage;
  const known = id ? undefined : reports.get(report);
  const said = { ...options.manner, ...act.manner };
  const manner = path ? { ...said, way: { ...said.way, rawPath: path(stage) } } : said;
  return who(stage).map((caller) => {
    if (hash) return { operation: does, caller, about: { hash: hash(stage) }, ...manner };
    if (does === 'create') {
      const usual = context.draft();
      const report = typeof sent === 'function' ? sent(usual, stage) : { ...usual, ...sent };
      const json = JSON.stringify(report);
      const body = writes ? writes(json) : json;
      return {
        operation: does,
        caller,
        about: { service: feed?.(stage) ?? service },
        sent: writes ? jsonIn(body).json : report,
        body,
        contentType: 'application/json',
        ...manner,
      };
    }
    const where = feed?.(stage) ?? known?.service ?? service;
    const named = id ? id(stage) : (known?.id ?? nobodys);
    const about = named === undefined ? { service: where } : { service: where, report: named };
    return { operation: does, caller, about, ...manner };
  });
}

// Who.

function one(key: Exclude<keyof Callers, 'named'>): Who {
  return ({ context: { callers } }) => [callers[key]];
}

export const researcher = one('researcher');
export const otherResearcher = one('otherResearcher');
export const nobody = one('nobody');
export const unknown = one('unknown');
export const blank = one('blank');
export const analyst = one('analyst');
export const reader = one('reader');
export const creator: Who = (stage) => [stage.creator];
export const named: Who = ({ context }) => context.callers.named;
export const known: Who = ({ context }) => context.knownCallers.known;
export const researchers: Who = ({ context }) => context.knownCallers.researchers;
export const nonResearchers: Who = ({ context }) => context.knownCallers.nonResearchers;
/** Somebody who has fetched the report. */
export const itsReader = first(({ context, it }) =>
  context.callers.named.filter(({ key }) => it.readers.has(key)),
);
/** Those who may not delete the report. */
export const strangers: Who = ({ context, it }) => context.knownCallers.strangersTo(it);
export const owner = ownerOf(here);
export const forged = forgedLike('researcher');

/** With tokens that look like that of somebody. */
export function forgedLike(key: 'researcher' | 'analyst'): Who {
  return ({ context: { callers, target } }) => forgedTokens(callers[key], target.tokens);
}

/** The owner of a feed, if it is known. */
export function ownerOf(feed: (stage: Stage) => string): Who {
  return first((stage) => {
    const { known: callers, owns } = stage.context.knownCallers;
    return callers.filter((caller) => owns(caller, feed(stage)) === true);
  });
}

export function by(caller: Caller): Who {
  return () => [caller];
}

export function all(...groups: readonly Who[]): Who {
  return (stage) => groups.flatMap((who) => who(stage));
}

export function first(who: Who): Who {
  return (stage) => who(stage).slice(0, 1);
}

export function except(who: Who, others: Who): Who {
  return (stage) => {
    const keys = others(stage).map(({ key }) => key);
    return who(stage).filter(({ key }) => !keys.includes(key));
  };
}

export const everybody = all(named, nobody, unknown);

// What is sent.

/** The same report again. */
export const same: Sent = (_, stage) => stage.same;
/** What the report of the story was created with. */
export const asIt: Sent = (_, { it }) => it.sent;
export const wrongHash: Sent = { file256Hash: 'no hash' };

export function whole(sent: unknown): Sent {
  return () => sent;
}

export function omitting(field: string): Sent {
  return (usual) => {
    const { [field]: _, ...rest }: { readonly [field: string]: unknown } = { ...usual };
    return rest;
  };
}

// Which id, and where.

type About = Pick<Act, 'report' | 'id'>;

export const it: About = { report: 'it' };
/** No id. */
export const none: About = { id: () => undefined };
/** The same id of no report each time. */
export const nobodys: About = { id: ({ nobodys: id }) => id };
export const random: About = { id: () => randomUUID() };

export function id(text: string): About {
  return { id: () => text };
}

export function report(name: string): About {
  return { report: name };
}

/** The id of a report in another form. */
export function form(of: (id: string) => string, name = 'it'): About {
  return { id: ({ reports, nobodys: other }) => of(reports.get(name)?.id ?? other) };
}

export const upper = form((text) => text.toUpperCase());

export function here({ service }: Stage): string {
  return service;
}

export function elsewhere({ context, service }: Stage): string {
  return context.feeds.find((feed) => feed !== service) ?? context.otherService();
}

/** Whether more is tried here than elsewhere. */
export function isFirst({ options }: Stage): boolean {
  return options.isFirst ?? true;
}

export function hasTwoFeeds({ context }: Stage): boolean {
  return context.feeds.length > 1;
}

export function unknownFeed(): string {
  return madeUpFeed();
}

// Acts.

type More = Omit<Act, 'does' | 'who'>;

export function creates(who: Who, sent: Sent = {}, more: More = {}): Act {
  return { does: 'create', who, sent, ...more };
}

/** Sends a body that is no JSON. */
export function posts(who: Who, body: string, more: More = {}): Act {
  return { does: 'create', who, writes: () => body, ...more };
}

export function fetches(who: Who, about: About = it, more: More = {}): Act {
  return { does: 'fetch', who, ...about, ...more };
}

export function deletes(who: Who, about: About = it, more: More = {}): Act {
  return { does: 'delete', who, ...about, ...more };
}

export function looksUp(who: Who, hash: string, more: More = {}): Act {
  return { does: 'lookup', who, hash: () => hash, ...more };
}

/** Whether it is served answers an open point. */
export function tells(
  point: string,
  served: string | boolean,
  refused: string | boolean,
): Pick<Act, 'shows'> {
  return {
    shows: ({ outcome, exchange }, { context }) =>
      context.observe(point, outcome === 'success' ? served : refused, exchange),
  };
}

// What is no single request.

/** There is a report, which the target must accept. */
export function has(name = 'it', changes: Partial<Draft> = {}, feed = here): Step {
  return async (stage) => {
    const { api } = stage.context;
    stage.reports.set(name, await api.created(stage.creator, changes, feed(stage)));
  };
}

/** The same, and it was fetched. */
export function hasSeen(name = 'it', changes: Partial<Draft> = {}, feed = here): Step {
  return (stage) => play(stage, [has(name, changes, feed), looks(name)]);
}

/** Somebody who may fetches the reports. */
export function looks(...names: readonly string[]): Step {
  return async ({ context, reports }) => {
    for (const name of names.length > 0 ? names : ['it']) {
      const seen = reports.get(name);
      if (seen) await context.api.fetchKnown(seen);
    }
  };
}

/** The report was deleted: whoever could fetch it tries again. */
export function looksGone(name = 'it'): Step {
  return async ({ context, reports }) => {
    const gone = reports.get(name);
    if (gone) await context.api.fetchDeleted(gone);
  };
}

export function pauses(ms: number): Step {
  return ({ context }) => context.pause(ms);
}

export function times(count: number, ...steps: readonly Step[]): Step {
  return async (stage) => {
    for (let nth = 0; nth < count; nth += 1) await play(stage, steps);
  };
}

export function when(isSo: (stage: Stage) => boolean, ...steps: readonly Step[]): Step {
  return async (stage) => {
    if (isSo(stage)) await play(stage, steps);
  };
}

/** If there is such a report. */
export function given(name: string, ...steps: readonly Step[]): Step {
  return when(({ reports }) => reports.has(name), ...steps);
}

/** If there is no such report: it was refused. */
export function without(name: string, ...steps: readonly Step[]): Step {
  return when(({ reports }) => !reports.has(name), ...steps);
}

/** A refusal must persist: each caller tries again and again, at last in other media types. */
export function insists(act: Act, between?: Act): Step {
  return async (stage) => {
    for (const caller of act.who(stage))
      for (const time of attempts(isFirst(stage))) {
        await perform(stage, { ...act, who: by(caller), manner: mannerOf(time) });
        if (time === 2 && between) await perform(stage, { ...between, who: by(caller) });
      }
  };
}

/** What holds in one feed holds in all. */
export function inEveryFeed(...steps: readonly Step[]): Step {
  return async (stage) => {
    const { feeds } = stage.context;
    for (const service of feeds)
      await play(stage.with({ service, isFirst: service === feeds[0] }), steps);
  };
}

export function inOtherFeeds(...steps: readonly Step[]): Step {
  return async (stage) => {
    const [, ...others] = stage.context.feeds;
    for (const service of others) await play(stage.with({ service }), steps);
  };
}

/** Something for each caller. */
export function eachOf(who: Who, make: (one: Who, nth: number) => readonly Step[]): Step {
  return async (stage) => {
    for (const [nth, caller] of who(stage).entries()) await play(stage, make(by(caller), nth));
  };
}

/** Something about the files that were found, each by the lookups that found it. */
export function withFound(
  make: (byFile: readonly (readonly FileLookup[])[], stage: Stage) => readonly Step[],
): Step {
  return async (stage) => {
    const files = await foundFiles(stage.context);
    const byFile = files.map(({ lookups }) => lookups.filter(({ analysis }) => analysis));
    await play(stage, make(byFile, stage));
  };
}

/** A server, or what is in front of it, may not answer what it does not know. */
export function mayGoUnanswered(...steps: readonly Step[]): Step {
  return (stage) => ifAnswered(play(stage, steps));
}

/** With other reports than the rest of the story. */
export function anew(...steps: readonly Step[]): Step {
  return (stage) => play(stage.with({}), steps);
}

export function inManner(manner: Manner, ...steps: readonly Step[]): Step {
  return (stage) => play(stage.with({ manner, reports: stage.reports }), steps);
}

/** All requests are sent together. */
export function atOnce(...acts: readonly Act[]): Step {
  return async (stage) => {
    const manner = { atOnce: true };
    const asked = acts.flatMap((act) =>
      asksFor(stage, { ...act, manner }).map((ask) => ({
        act,
        asked: stage.context.api.send(ask),
      })),
    );
    await Promise.all(asked.map((one) => one.asked));
    for (const one of asked) await settle(stage, one.act, one.asked);
  };
}

/** A server may have closed a connection that was idle for a moment, or turned a request on it away. */
const mostTries = 6;

/**
 * Requests that share a connection, again if the server has closed it in between. One that always does cannot
 * confuse callers on a connection; then the same requests were sent over several.
 */
export function overOneConnection(...acts: readonly Act[]): Step {
  return async (stage) => {
    const { api } = stage.context;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const answers: Answer[] = [];
      await api.overOneConnection(async (connection) => {
        for (const act of acts)
          for (const ask of asksFor(stage, { ...act, manner: { connection } })) {
            const asked = stage.context.api.send(ask);
            await settle(stage, act, asked);
            answers.push(await asked);
          }
      });
      if (isShared(answers) || answers.some(saysItCloses)) return;
    }
  };
}

/** Whether there were several, all over one connection. */
function isShared(answers: readonly Pick<Answer, 'exchange'>[]): boolean {
  const used = new Set(answers.map(({ exchange }) => exchange.connection));
  return answers.length > 1 && used.size === 1 && !used.has(undefined);
}

function saysItCloses({ exchange: { response } }: Answer): boolean {
  return /\bclose\b/i.test(response.headers.connection ?? '');
}

/**
 * Each creates a report that has these fields of it, and as many others as the target accepts: scores and links may
 * have constraints (2.1).
 */
export function alike(
  who: Who,
  fields: readonly string[],
  { keeps = 'alike', in: feed }: Pick<Act, 'keeps' | 'in'> = {},
): Step {
  return eachOf(who, (one) => [
    async (stage) => {
      const { context, it } = stage;
      const sent = Object.entries(it.sent as Draft);
      const same = Object.fromEntries(sent.filter(([key]) => fields.includes(key)));
      const usual = context.draft({ tags: ['another'], ...same });
      const confidenceScore = usual.confidenceScore + 1;
      const referenceLink = `${usual.referenceLink}?another`;
      const others = [
        { ...usual, confidenceScore, referenceLink, ...same },
        { ...usual, confidenceScore, ...same },
        usual,
        context.draft(same),
      ];
      for (const [nth, other] of others.entries()) {
        if (others.slice(0, nth).some((before) => isDeepStrictEqual(before, other))) continue;
        stage.reports.delete(keeps);
        const more = { keeps, looks: keeps, ...(feed && { in: feed }) };
        await play(stage, [creates(one, () => other, more)]);
        if (stage.reports.has(keeps)) return;
      }
    },
  ]);
}

/** Nothing can be shown without somebody. */
export function needs(who: Who, why: string): Step {
  return when((stage) => who(stage).length === 0, isNotTestable(why));
}

/** Nor without a report. */
export function needsReport(name: string, why: string): Step {
  return without(name, isNotTestable(why));
}

function isNotTestable(why: string): Step {
  return () => {
    throw new NotTestable(why);
  };
}
