import { randomUUID } from 'node:crypto';
import { invalidDrafts } from '../drive/create-values.ts';
import { hashKinds } from '../model/files.ts';
import type { Ask } from '../talk/ask.ts';
import { type Caller, callersOf } from '../talk/callers.ts';
import { newDraft } from '../talk/draft.ts';
import { madeUpFeed, madeUpHash } from '../talk/made-up.ts';
import type { Target } from '../target/target.ts';
import { type CompareOptions, Side } from './compared-side.ts';

/** How two servers responded to the same requests. */
export interface Compared {
  readonly requests: number;
  readonly alike: number;
  readonly differences: readonly {
    readonly what: string;
    readonly server: string;
    readonly twin: string;
  }[];
}

/** One request to both servers, each with the report ids it has issued. */
interface Step {
  readonly what: string;
  readonly ask: (ids: readonly string[]) => Ask;
}

const json = 'application/json';

/** Every operation as every caller, odd values, unknown paths and methods. */
const stepsFor = (target: Target): Step[] => {
  const callers = callersOf(target);
  const { researcher } = callers;
  const { service, otherService = service } = target;
  const everybody = [...callers.named, callers.nobody, callers.blank, callers.unknown];
  const unknownId = randomUUID();
  const step = (what: string, ask: Step['ask']): Step => ({ what, ask });
  const fixed = (what: string, ask: Ask): Step => step(what, () => ask);
  const post = (caller: Caller, sent: unknown, feed = service, contentType = json): Ask => ({
    operation: 'create',
    caller,
    about: { service: feed, sent },
    body: typeof sent === 'string' ? sent : JSON.stringify(sent),
    ...(contentType !== '' && { contentType }),
  });
  const about = (operation: 'fetch' | 'delete', caller: Caller, report?: string, feed = service) =>
    ({
      operation,
      caller,
      about: { service: feed, ...(report !== undefined && { report }) },
    }) as const;
  const raw = (rawPath: string, more: Partial<Ask> = {}): Ask => ({
    operation: 'fetch',
    caller: researcher,
    about: {},
    way: { rawPath },
    ...more,
  });
  const draft = () => newDraft(target.payload);
  const feed = `/feed/${service}/api`;
  const odd = [undefined, '', 'no-uuid', unknownId];
  const twice = draft();
  const strangers = everybody.filter(
    ({ key }) => ![researcher.key, 'tokens.service'].includes(key),
  );
  const bare = researcher.authorization?.replace(/^\S+ +/, '') ?? '';
  const stores = target.areas.includes('feed');
  const first = target.analyses.flatMap((file) => hashKinds.flatMap((kind) => file[kind] ?? []));
  const lookup = (caller: Caller, hash: string): Ask => ({
    operation: 'lookup',
    caller,
    about: { hash },
  });
  const lookups = (): Step[] => [
    ...first.slice(0, 9).map((hash) => fixed(`a lookup`, lookup(callers.analyst, hash))),
    ...[
      first[0]?.toUpperCase() ?? '',
      madeUpHash(),
      madeUpHash('sha512'),
      'no-hash',
      'a'.repeat(40),
    ].map((hash) => fixed(`a lookup of ${hash.slice(0, 12)}`, lookup(callers.analyst, hash))),
    ...[callers.nobody, callers.blank, callers.unknown].map((caller) =>
      fixed(`a lookup as ${caller.key}`, lookup(caller, first[0] ?? '')),
    ),
    fixed('a lookup of nothing', {
      ...lookup(callers.analyst, ''),
      way: { rawPath: '/private/sample/' },
    }),
  ];
  const feeds = (): Step[] => [
    fixed('a create', post(researcher, draft())),
    fixed('a create', post(researcher, draft(), otherService)),
    fixed('a create', post(researcher, draft())),
    ...everybody.flatMap((caller) => [
      step(`a fetch as ${caller.key}`, ([id]) => about('fetch', caller, id)),
      step(`a fetch in the other feed as ${caller.key}`, ([, id]) =>
        about('fetch', caller, id, otherService),
      ),
      fixed(`a fetch of nothing as ${caller.key}`, about('fetch', caller, unknownId)),
      fixed(`a create as ${caller.key}`, post(caller, draft())),
    ]),
    ...odd.map((id) => fixed(`a fetch of ${id}`, about('fetch', researcher, id))),
    step('a fetch through the other feed', ([id]) => about('fetch', researcher, id, otherService)),
    step('a fetch in upper case', ([id]) => about('fetch', researcher, id?.toUpperCase())),
    fixed('a fetch in an unknown feed', about('fetch', researcher, unknownId, madeUpFeed())),
    step('a fetch with an id twice', ([id]) => raw(`${feed}?report=${id}&report=${id}`)),
    step('a fetch with two ids', ([id]) => raw(`${feed}?report=${id}&report=${unknownId}`)),
    step('a fetch with an unknown parameter', ([id]) => raw(`${feed}?report=${id}&other=1`)),
    fixed('a fetch of what cannot be read', raw(`${feed}?report=%zz`, { inFront: true })),
    ...invalidDrafts(draft).map(({ field, sent }) =>
      fixed(
        `a create with ${field}: ${JSON.stringify(sent[field])?.slice(0, 60)}`,
        post(researcher, sent),
      ),
    ),
    ...Object.keys(draft()).map((field) => {
      const { [field]: _, ...rest } = { ...draft() } as { [field: string]: unknown };
      return fixed(`a create without ${field}`, post(researcher, rest));
    }),
    fixed('a create with another field', post(researcher, { ...draft(), other: 1 })),
    ...['null', '[]', '"text"', '{', '', '{}'].map((body) =>
      fixed(`a create with ${body || 'nothing'}`, post(researcher, body)),
    ),
    ...['text/plain', '', 'application/json; charset=utf-8'].map((type) =>
      fixed(`a create as ${type || 'no type'}`, post(researcher, draft(), service, type)),
    ),
    fixed('a create', post(researcher, twice)),
    fixed('the same create again', post(researcher, twice)),
    fixed('a create in an unknown feed', post(researcher, draft(), madeUpFeed())),
    ...strangers.map((caller) =>
      step(`a deletion as ${caller.key}`, ([id]) => about('delete', caller, id)),
    ),
    ...(target.careful ? [] : odd).map((id) =>
      fixed(`a deletion of ${id}`, about('delete', researcher, id)),
    ),
    step('a deletion', ([, , id]) => about('delete', researcher, id)),
    step('the same deletion again', ([, , id]) => about('delete', researcher, id)),
    ...everybody.map((caller) =>
      step(`a fetch of what was deleted as ${caller.key}`, ([, , id]) =>
        about('fetch', caller, id),
      ),
    ),
    ...[`Bearer ${bare}`, `bearer ${bare}`, `Token ${bare}`, bare].map((authorization, nth) =>
      step(`a fetch with scheme ${nth + 1}`, ([id]) =>
        about('fetch', { key: researcher.key, authorization }, id),
      ),
    ),
    ...['', '/feed', `/feed/${service}`, `${feed}/`, `${feed}/x`, '/x', '//feed'].map((path) =>
      fixed(`GET ${path || '/'}`, raw(path || '/', { inFront: true })),
    ),
    ...(['HEAD', 'PUT', 'PATCH', 'OPTIONS'] as const).map((method) =>
      fixed(`${method} of the feed`, raw(feed, { method, inFront: true })),
    ),
  ];
  return [...(stores ? feeds() : []), ...(target.areas.includes('lookup') ? lookups() : [])];
};

/** Sends the same requests to a server and its twin, and returns the differences. */
export const compare = async (
  target: Target,
  twin: Pick<Target, 'baseUrl' | 'analysisUrl'>,
  options: CompareOptions = {},
): Promise<Compared> => {
  const { authority: _, ...open } = target;
  const { signal } = options;
  const sides = [
    new Side(target, options),
    new Side({ ...open, ...twin }, signal ? { signal } : {}),
  ];
  const differences: Compared['differences'][number][] = [];
  const steps = stepsFor(target);
  try {
    for (const step of steps) {
      const [server = '', other = ''] = await Promise.all(
        sides.map((side) => side.answer(step.ask)),
      );
      if (server !== other) differences.push({ what: step.what, server, twin: other });
    }
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
  return { requests: steps.length, alike: steps.length - differences.length, differences };
};
