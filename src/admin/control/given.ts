import {
  type AdminOperation,
  adminOperations,
  adminSchema,
} from '../../contract/admin-document.ts';
import { inWords, type Mistake, mistakeAt, mistakesByLine } from '../../document/document.ts';
import {
  type DocumentCheck,
  type DocumentSchema,
  documentCheck,
} from '../../document/document-check.ts';
import { keyOf, type Path } from '../../document/path.ts';
import { formats as seedFormats } from '../../seed/seed-formats.ts';
import type { operations } from '../../spec/admin.generated.ts';
import { secretHeaders } from '../../traffic/secrets.ts';
import { described, hidesContents, isPlain } from '../../values/described.ts';
import { isObject } from '../../values/objects.ts';
import { ControlProblem } from './problem.ts';
import { isTime } from './time.ts';

/** RFC 9110, 7.6.1 and 8.6: connection and framing headers, set by this server alone. */
const framing =
  /^(connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i;
/** RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;
/** RFC 9110, 8.3.1. */
const mediaType =
  /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+([ \t]*;[ \t]*[!#$%&'*+.^_`|~\w-]+=([!#$%&'*+.^_`|~\w-]+|"([\t !#-[\]-~\x80-\xFF]|\\[\t -~])*"))*$/;

/** The formats of strings in the document of the control plane. */
export const adminFormats = {
  'header-name': (name: string): boolean => token.test(name) && !framing.test(name),
  'media-type': mediaType,
  'shown-header': (name: string): boolean => !secretHeaders.has(name.toLowerCase()),
  uri: seedFormats.uri as (text: string) => boolean,
  'date-time': isTime,
};

function checkOf(schema: DocumentSchema): DocumentCheck {
  return documentCheck(schema, { document: 'what is given', formats: adminFormats });
}

interface Checked extends AdminOperation {
  readonly checkQuery: DocumentCheck;
  readonly checkFilter: DocumentCheck;
  readonly checkBody: DocumentCheck;
}

let known: ReadonlyMap<string, Checked> | undefined;

function operationNamed(operationId: string): Checked {
  known ??= new Map(
    adminOperations().map((one) => {
      const checks = {
        checkQuery: checkOf(one.parameters),
        checkFilter: checkOf(withContent(one.parameters)),
        checkBody: checkOf(one.body?.schema ?? {}),
      };
      return [one.operationId, { ...one, ...checks }];
    }),
  );
  return known.get(operationId) as Checked;
}

/** Programs filter requests by their content as well: a query has only texts. */
function withContent(parameters: DocumentSchema): DocumentSchema {
  const { unmatched } = parameters.properties ?? {};
  const { properties } = unmatched ? adminSchema('RequestFilter') : parameters;
  return { ...parameters, properties: { ...properties, ...parameters.properties } };
}

/** What an operation is given, over HTTP or by a program. */
export interface Given {
  /** In its path. */
  readonly param?: unknown;
  readonly query?: object;
  readonly body?: unknown;
}

/**
 * What an operation is given, as JSON says it, checked by the document of the control plane. Throws a ControlProblem
 * that lists the mistakes.
 */
export function heard<Asked extends Given>(
  operationId: keyof operations,
  given: Asked,
  by: 'program' | 'request' = 'program',
): Asked {
  const { path, body, ...checks } = operationNamed(operationId);
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  const { query: asked = {} } = given;
  const parameters = name ? { ...asked, [name]: given.param } : asked;
  const check = by === 'program' ? checks.checkFilter : checks.checkQuery;
  // Compiling a check takes longer than most calls, which have none.
  const isEmpty = isObject(parameters) && isPlain(parameters) && !Object.keys(parameters).length;
  const query = isEmpty ? {} : checked(parameters, check, operationId);
  if (!body || (given.body === undefined && !body.required)) return { ...given, query, body: {} };
  return { ...given, query, body: checked(given.body, checks.checkBody, operationId) };
}

/** An option of `startServer` that the control plane takes as well, as JSON says it. */
export function heardOption<Option>(name: string, schema: string, value: Option): Option {
  const check = checkOf({ type: 'object', properties: { [name]: adminSchema(schema) } });
  return (checked({ [name]: value }, check, name) as { [name: string]: Option })[name] as Option;
}

function checked(given: unknown, check: DocumentCheck, what: string): object {
  const { data, dates, endless, hidden } = asJson(given);
  const notIn = (others: readonly Mistake[]) => {
    const paths = new Set(others.map(({ path }) => keyOf(path)));
    return ({ path }: Mistake): boolean => !paths.has(keyOf(path));
  };
  const found = check(data).filter(notIn(endless));
  // Where the document says nothing of the form of a value.
  const untold = hidden.filter(notIn(found));
  // A Date stands for a time, where the document asks for one, and for no other text.
  const stray = dates.length > 0 ? dates.filter(notIn(check(asJson(given, 'no time').data))) : [];
  const mistakes = mistakesByLine([...endless, ...untold, ...found, ...stray]);
  if (mistakes.length > 0) throw new ControlProblem('invalid-request', inWords(mistakes, what));
  return data as object;
}

/** Deeper values are refused by their size. */
const deepest = 100;

/**
 * What a program gives, as its JSON would say it: dates are texts, and members that are undefined are absent. What JSON
 * would not say is a mistake, and a symbol that describes it stands in its place.
 */
function asJson(given: unknown, timeOfDates?: string) {
  const dates: Mistake[] = [];
  const endless: Mistake[] = [];
  const hidden: Mistake[] = [];
  const read = (value: unknown, path: Path): unknown => {
    const name = keyOf(path) || 'what is given';
    if (typeof value === 'number' && !Number.isFinite(value)) {
      const is = Number.isNaN(value) ? 'not a number' : 'too large for a number';
      endless.push(mistakeAt(path, `${name} is ${is}`));
    }
    if (value instanceof Date) {
      const says = `${name} is a Date; expected a text, such as that of its toISOString()`;
      dates.push(mistakeAt(path, says));
      return timeOfDates ?? (Number.isNaN(value.getTime()) ? 'no time' : value.toISOString());
    }
    if (value == null || /^(string|number|boolean)$/.test(typeof value)) return value;
    if (path.length > deepest) return value;
    if (typeof value !== 'object' || hidesContents(value)) {
      hidden.push(mistakeAt(path, `${name} ${hiding(value, path)}`));
      return Symbol(described(value));
    }
    if (Array.isArray(value)) return value.map((one, nth) => read(one, [...path, nth]));
    const members = Object.entries(value).filter(([, one]) => one !== undefined);
    return Object.fromEntries(members.map(([key, one]) => [key, read(one, [...path, key])]));
  };
  return { data: read(given, []), dates, endless, hidden };
}

function hiding(value: unknown, path: Path): string {
  // Faults that a server or a world begins with are data, to which a reset returns.
  if (typeof value === 'function' && path.at(-1) === 'reply')
    return 'computes a reply; add this one by addFault(), once the server or the world is there';
  const expected =
    path.length > 0
      ? 'a text, a number, true, false, null, or a list or plain object of these'
      : 'a plain object';
  return `is ${described(value)}; expected ${expected}`;
}

/** The size as JSON in bytes; undefined if it nests too deep. */
export function sizeOf(value: unknown): number | undefined {
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return undefined;
  }
}
