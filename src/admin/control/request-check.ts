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
import { secretHeaders } from '../../traffic/secrets.ts';
import { described, hidesContents, isPlain } from '../../values/described.ts';
import { isObject } from '../../values/objects.ts';
import { ControlProblem } from './problem.ts';
import { isTime } from './time.ts';

/** RFC 9110, 7.6.1 and 8.6: connection and framing headers, set by this server alone. */
const framing = [
  'Connection',
  'Content-Length',
  'Keep-Alive',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Proxy-*',
];

function isFraming(name: string): boolean {
  return /^proxy-/i.test(name) || framing.some((one) => one.toLowerCase() === name.toLowerCase());
}

/** RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;
/** RFC 9110, 8.3.1. */
const mediaType =
  /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+([ \t]*;[ \t]*[!#$%&'*+.^_`|~\w-]+=([!#$%&'*+.^_`|~\w-]+|"([\t !#-[\]-~\x80-\xFF]|\\[\t -~])*"))*$/;

/** The formats of the headers of a configured response, `FixedHeaders` in admin.openapi.yaml. */
const headerFormats = {
  'header-name': (name: string): boolean => token.test(name) && !isFraming(name),
  'media-type': mediaType,
};

/** The formats of strings in the document of the control plane. */
export const adminFormats = {
  ...headerFormats,
  'shown-header': (name: string): boolean => !secretHeaders.has(name.toLowerCase()),
  uri: seedFormats.uri as (text: string) => boolean,
  'date-time': isTime,
};

function checkOf(schema: DocumentSchema): DocumentCheck {
  return documentCheck(schema, { document: 'what is given', formats: adminFormats });
}

interface Operation extends AdminOperation {
  readonly check: DocumentCheck;
}

let known: ReadonlyMap<string, Operation> | undefined;

function operationNamed(operationId: string): Operation {
  known ??= new Map(
    adminOperations().map((one) => {
      const check = checkOf(one.body?.schema ?? inProgram(one.parameters));
      return [one.operationId, { ...one, check }];
    }),
  );
  return known.get(operationId) as Operation;
}

/** Requests are filtered by their content as well where no URL has to say it. */
function inProgram(parameters: DocumentSchema): DocumentSchema {
  const { unmatched } = parameters.properties ?? {};
  const { properties } = unmatched ? adminSchema('RequestFilter') : parameters;
  return { ...parameters, properties: { ...properties, ...parameters.properties } };
}

/**
 * Checks what an operation is given, in a program or over HTTP, by the document of the control plane: the
 * body or, without one, the parameters. Throws a ControlProblem that lists the mistakes.
 */
export function checkArguments(operationId: string, given: unknown): void {
  refuse(mistakesIn(given, operationNamed(operationId).check), operationId);
}

const parameterChecks = new WeakMap<AdminOperation, DocumentCheck>();

/** Checks path and query of a request to an operation. */
export function checkParameters(operation: AdminOperation, given: object): void {
  const check = parameterChecks.get(operation) ?? checkOf(operation.parameters);
  parameterChecks.set(operation, check);
  refuse(check(given), operation.operationId);
}

/** The same for optional arguments, which are usually absent. */
export function checkOptional(operationId: string, given: object): void {
  const isAbsent = isObject(given) && isPlain(given) && Object.keys(given).length === 0;
  if (!isAbsent) checkArguments(operationId, given);
}

/** Checks options of `startServer` that the control plane takes as well. */
export function checkOption(name: string, schema: string, value: unknown): void {
  const properties = { [name]: adminSchema(schema) };
  refuse(mistakesIn({ [name]: value }, checkOf({ type: 'object', properties })), name);
}

function mistakesIn(given: unknown, check: DocumentCheck): ReturnType<DocumentCheck> {
  const computed = computedReplies(given);
  if (computed.length > 0) return mistakesByLine(computed);
  const found = [...bodyMistakes(given), ...check(asJson(given)), ...strayDates(given, check)];
  // Where the document says nothing of the form of a value.
  const told = new Set(found.map(({ path }) => keyOf(path)));
  const untold = hiddenIn(given).filter(({ path }) => !told.has(keyOf(path)));
  return mistakesByLine([...untold, ...found]);
}

/** A Date stands for a time, where the document asks for one, and for no other text. */
function strayDates(given: unknown, check: DocumentCheck): Mistake[] {
  const dates = datesIn(given);
  if (dates.length === 0) return [];
  const timely = new Set(check(asJson(given, () => 'no time')).map(({ path }) => keyOf(path)));
  return dates
    .filter((path) => !timely.has(keyOf(path)))
    .map((path) =>
      mistakeAt(
        path,
        `${keyOf(path)} is a Date; expected a text, such as that of its toISOString()`,
      ),
    );
}

function datesIn(given: unknown, path: Path = [], depth = 5): Path[] {
  if (given instanceof Date) return [path];
  if (typeof given !== 'object' || given === null || depth === 0) return [];
  const inList = Array.isArray(given);
  return Object.entries(given).flatMap(([key, value]) =>
    key === 'body' ? [] : datesIn(value, [...path, inList ? Number(key) : key], depth - 1),
  );
}

/** Faults that a server or a world begins with are data, to which a reset returns. */
function computedReplies(given: unknown): Mistake[] {
  const { faults } = Object(given) as { readonly faults?: unknown };
  if (!Array.isArray(faults)) return [];
  return faults.flatMap((fault, at) =>
    typeof fault?.reply === 'function'
      ? [
          mistakeAt(
            ['faults', at, 'reply'],
            `faults[${at}].reply computes a reply; add this one by addFault(), once the server or the world is there`,
          ),
        ]
      : [],
  );
}

function refuse(mistakes: ReturnType<DocumentCheck>, what: string): void {
  if (mistakes.length > 0) throw new ControlProblem('invalid-request', inWords(mistakes, what));
}

/** What would be taken for an empty object. */
function isHidden(value: unknown): boolean {
  return hidesContents(value) && !(value instanceof Date);
}

function hiddenIn(given: unknown, path: Path = [], depth = 5): Mistake[] {
  if (isHidden(given)) {
    const key = keyOf(path) || 'what is given';
    return [mistakeAt(path, `${key} is ${described(given)}; expected a plain object`)];
  }
  if (typeof given !== 'object' || given === null || depth === 0) return [];
  const inList = Array.isArray(given);
  return Object.entries(given).flatMap(([key, value]) =>
    key === 'body' ? [] : hiddenIn(value, [...path, inList ? Number(key) : key], depth - 1),
  );
}

/** Bodies of requests and replies have what JSON can say: anything else would be sent as something else. */
function bodyMistakes(given: unknown, path: Path = [], depth = 5): Mistake[] {
  if (typeof given !== 'object' || given === null || depth === 0) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const at = [...path, Array.isArray(given) ? Number(key) : key];
    return key === 'body' ? unsayable(value, at) : bodyMistakes(value, at, depth - 1);
  });
}

/** Deeper ones are refused by their size. */
const deepest = 100;

function unsayable(value: unknown, path: Path): Mistake[] {
  const isSaid = value == null || /^(string|number|boolean)$/.test(typeof value);
  if (isSaid || path.length > deepest) return [];
  if (typeof value === 'object' && (Array.isArray(value) || isPlain(value))) {
    const inList = Array.isArray(value);
    return Object.entries(value).flatMap(([key, one]) =>
      unsayable(one, [...path, inList ? Number(key) : key]),
    );
  }
  const expected = 'a text, a number, true, false, null, or a list or plain object of these';
  return [mistakeAt(path, `${keyOf(path)} is ${described(value)}; expected ${expected}`)];
}

/**
 * As in JSON: dates are strings, undefined members are absent, and a symbol that says what it is stands for what
 * has no such form. None of these is deep inside.
 */
function asJson(value: unknown, timeOf = isoTime, depth = 5): unknown {
  if (isHidden(value)) return Symbol(described(value));
  if (value instanceof Date) return timeOf(value);
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => asJson(one, timeOf, depth - 1));
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(given.map(([key, one]) => [key, asJson(one, timeOf, depth - 1)]));
}

function isoTime(time: Date): string {
  return Number.isNaN(time.getTime()) ? 'no time' : time.toISOString();
}
