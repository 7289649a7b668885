import {
  inWords,
  type Mistake,
  mistakeAt,
  mistakesByLine,
  type Source,
} from '../../../src/document/document.ts';
import { type DocumentCheck, documentCheck } from '../../../src/document/document-check.ts';
import { keyOf, type Path, pathOf } from '../../../src/document/path.ts';
import { callerIn, roles, rolesIn } from '../../../src/spec/target-callers.ts';
import { isObject } from '../../../src/values/objects.ts';
import { contradictions, type Tree } from './statements.ts';
import { defaultPayload, type Target, TargetError, type Tokens } from './target.ts';
import { targetFormats, targetSchema } from './target-schema.ts';

/** A target file with a valid shape. */
type Written = Omit<Partial<Target>, 'tokens' | 'payload' | 'pace'> & {
  readonly tokens?: Partial<Tokens>;
  readonly payload?: Partial<Target['payload']>;
  readonly pace?: Partial<Target['pace']>;
};

let shapeMistakes: DocumentCheck | undefined;

/** An empty key counts as absent. */
function withoutEmptyKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyKeys);
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([, item]) => (item ?? undefined) !== undefined);
  return Object.fromEntries(given.map(([key, item]) => [key, withoutEmptyKeys(item)]));
}

function missing(path: Path, area: 'feed' | 'lookup', source?: Source): Mistake {
  const other = area === 'feed' ? 'lookup' : 'feed';
  const says = `${keyOf(path)} is missing. Add it, or judge the ${other} only: areas: [${other}]`;
  return { ...mistakeAt(path, says, source), missing: true };
}

type Needs = { readonly [area in 'feed' | 'lookup']: readonly string[] };

function neededTokens(area: 'feed' | 'lookup'): string[] {
  return rolesIn(area)
    .filter((role) => callerIn(role).isNeeded)
    .map((role) => `tokens.${role}`);
}

/** The keys required by each area. */
const needed: Needs = {
  feed: ['baseUrl', 'service', ...neededTokens('feed')],
  lookup: ['analysisUrl', ...neededTokens('lookup'), 'analyses'],
};

/** A listener needs only the URLs. */
export const neededToListen: Needs = { feed: ['baseUrl'], lookup: [] };

function areasOf(areas: unknown): readonly ('feed' | 'lookup')[] {
  if (!Array.isArray(areas)) return areas === undefined ? ['feed', 'lookup'] : [];
  return areas.length > 0 ? areas : ['feed', 'lookup'];
}

function listOf(value: unknown): readonly Tree[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function missingKeys(target: Tree, needs: Needs, source?: Source): Mistake[] {
  const tokens = isObject(target.tokens) ? target.tokens : {};
  const { analyses } = target;
  const hasFile = !Array.isArray(analyses) || analyses.some((file) => Object.keys(file).length > 0);
  const given: Tree = { ...target, ...(!hasFile && { analyses: undefined }) };
  return areasOf(target.areas).flatMap((area) =>
    (needs[area] ?? [])
      .map((key) => pathOf(key))
      .filter(([first = '', second]) =>
        second === undefined ? given[first] === undefined : tokens[second] === undefined,
      )
      .map((path) => missing(path, area, source)),
  );
}

/**
 * URLs that contain a secret. They are printed wherever a target is named, and HTTP clients do not agree
 * on how to use it. A malformed URL may contain one, too.
 */
function secretsInUrls(target: Tree, source?: Source): Mistake[] {
  return ['baseUrl', 'analysisUrl'].flatMap((key) => {
    const given = target[key];
    if (typeof given !== 'string' || !given.includes('@')) return [];
    if (targetFormats['http-url'](given)) {
      const { username, password } = new URL(given);
      if (username === '' && password === '') return [];
    }
    const says =
      `${key} has a user name or a password in it; expected a URL without. Under tokens, write what is to be ` +
      'sent as Authorization, such as "Basic " and both in Base64; clients of listen send their own';
    return [mistakeAt([key], says, source)];
  });
}

/** Headers that differ from request to request. */
const headersOfRequests = /^(authorization|accept(-encoding)?|content-.*|host|connection)$/i;

function headersOfTheKit({ headers }: Tree, source?: Source): Mistake[] {
  return Object.keys(isObject(headers) ? headers : {})
    .filter((name) => headersOfRequests.test(name))
    .map((name) =>
      mistakeAt(
        ['headers', name],
        `headers.${name} is set by the kit, differently for each request; expected another header`,
        source,
      ),
    );
}

const toldRoles = roles.filter((role) => callerIn(role).role !== undefined);

/** One caller may have several keys, but not two that tell what it is: those are different people. */
const excluding = toldRoles.flatMap((role, nth) =>
  toldRoles.slice(0, nth).map((other) => [role, other] as const),
);

function repeatedValues(target: Tree, source?: Source): Mistake[] {
  const tokens = isObject(target.tokens) ? target.tokens : {};
  const same = (path: Path, expected: string, seen = 'given'): Mistake =>
    mistakeAt(path, `${keyOf(path)} is ${seen}; expected ${expected}`, source);
  const feeds =
    target.otherService !== undefined && target.otherService === target.service
      ? [same(['otherService'], 'another feed than `service`', JSON.stringify(target.service))]
      : [];
  const callers = excluding.flatMap(([key, other]) =>
    tokens[key] !== undefined && tokens[key] === tokens[other]
      ? [same(['tokens', key], `another caller than tokens.${other}`)]
      : [],
  );
  const withCount = listOf(tokens.limited);
  const firstWith = new Map<unknown, string>([[tokens.analyst, 'tokens.analyst']]);
  const limited = withCount.flatMap(({ token }, index) => {
    if (token === undefined) return [];
    const named = firstWith.get(token);
    if (named === undefined) firstWith.set(token, `tokens.limited[${index}]`);
    return named === undefined
      ? []
      : [same(['tokens', 'limited', index, 'token'], `another caller than ${named}`)];
  });
  return [...feeds, ...callers, ...limited];
}

/** How a target was read, and what it has to have. */
interface ReadTarget {
  readonly source?: Source | undefined;
  /** Mistakes that are known already, such as unset variables. */
  readonly already?: readonly Mistake[];
  readonly needs?: Needs | undefined;
  /** Where that came from which is not written in the file. */
  readonly from?: Target['from'];
}

/** Makes a target of the parsed file, or reports all mistakes, each with where it was written. */
export function checkedTarget(raw: unknown, read: ReadTarget = {}): Target {
  const { source, already = [], needs = needed, from = {} } = read;
  shapeMistakes ??= documentCheck(targetSchema(), {
    document: 'the target',
    formats: targetFormats,
  });
  const written = withoutEmptyKeys(raw);
  const mistakes = mistakesByLine([
    ...already,
    // Checked before the shapes, whose messages print values.
    ...(isObject(written) ? secretsInUrls(written, source) : []),
    ...shapeMistakes(written, source),
    ...(isObject(written)
      ? [
          ...missingKeys(written, needs, source),
          ...repeatedValues(written, source),
          ...headersOfTheKit(written, source),
          ...contradictions(written, source),
        ]
      : []),
  ]);
  const placed = mistakes.map((mistake) => mistakeOf(mistake, from[keyOf(mistake.path)]));
  if (placed.length > 0) throw new TargetError(inWords(placed, source?.file ?? 'The target'));
  return completed(written as Written, source);
}

/** A mistake in what an option or a variable says is in no line of the file. */
function mistakeOf(mistake: Mistake, origin: string | undefined): Mistake {
  if (origin === undefined) return mistake;
  const { path, says } = mistake;
  return { path, says: `${origin}: ${says}` };
}

function inLowerCase(headers: NonNullable<Target['headers']>): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function completed(target: Written, source?: Source): Target {
  const { baseUrl, analysisUrl, tokens, pace } = target;
  return {
    ...target,
    baseUrl: baseUrl ?? analysisUrl ?? '',
    service: target.service ?? '',
    tokens: {
      ...tokens,
      limited: (tokens?.limited ?? []).map(({ token, remaining }) => ({
        token,
        remaining: Number(remaining),
      })),
    },
    ...(target.headers && { headers: inLowerCase(target.headers) }),
    areas: areasOf(target.areas),
    analyses: target.analyses ?? [],
    callers: target.callers ?? {},
    waive: target.waive ?? [],
    payload: { ...defaultPayload, ...target.payload },
    pace: {
      ...pace,
      timeoutMs: Number(pace?.timeoutMs ?? 10_000),
      patienceMinutes: Number(pace?.patienceMinutes ?? 120),
    },
    ...(source && { source }),
  };
}
