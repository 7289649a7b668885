import type { Sign } from '../model/sign.ts';
import { operationPath } from '../operations/operations.ts';
import { isObject } from '../talk/answer.ts';
import { type OperationId, quoted } from '../talk/exchange.ts';
import { asCaller } from './as-caller.ts';
import type { RecordedCall } from './recorded-call.ts';
import { comment, functions, inDoubleQuotes } from './shell.ts';

export interface Scripted {
  readonly clause: string;
  readonly section: string;
  readonly sentence: string;
  readonly expected: string;
  readonly actual: string;
  readonly sign?: Sign | undefined;
  readonly calls: readonly RecordedCall[];
  /** The number of attempts until it shows. */
  readonly tries?: number;
  readonly urls: { readonly baseUrl: string; readonly analysisUrl: string };
}

export const plain = (url: string): string =>
  (URL.canParse(url) ? new URL(url).href : url).replace(/\/+$/, '');

const variableOf = (name: string): string => name.replace('-', '_');

/** In double quotes, with new values from variables of the script. */
const template = (text: string): string =>
  inDoubleQuotes(text).replace(
    /\{\{(near-|upper-|encoded-)?((?:report|hash)-\d+)\}\}/g,
    (_, form: string | undefined, name: string) =>
      form ? `$(${form.slice(0, -1)} $${variableOf(name)})` : `$${variableOf(name)}`,
  );

const urlOf = ({ operation, service, report, hash, way }: RecordedCall): string => {
  const mark = 'REPORT-OF-THIS-CALL';
  const path = operationPath(operation, {
    service,
    hash,
    ...(report !== undefined && { report: mark }),
  });
  const base = operation === 'lookup' ? '$lookup' : '$feed';
  if (way?.rawPath !== undefined) return `"${base}${template(way.rawPath)}"`;
  return `"${base}${inDoubleQuotes(path).replace(mark, template(report ?? ''))}"`;
};

const callOf = (call: RecordedCall): string => {
  const { operation, caller, body, contentType, accept, way } = call;
  const headers = { ...way?.headers, ...(way?.chunked && { 'transfer-encoding': 'chunked' }) };
  const method = { create: 'POST', fetch: 'GET', delete: 'DELETE', lookup: 'GET' }[operation];
  const line = [
    `ask ${method} ${urlOf(call)}`,
    asCaller(caller, operation).options,
    ...(contentType === undefined ? [] : [`-H ${quoted(`Content-Type: ${contentType}`)}`]),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${template(value)}"`),
    ...(body === undefined ? [] : [`--data-binary "${template(body)}"`]),
  ]
    .filter(Boolean)
    .join(' ');
  return accept === undefined
    ? line
    : `accept=${quoted(accept === '' ? '' : ` ${accept}`)}; ${line}; unset accept`;
};

const linesOf = (calls: readonly RecordedCall[], sign: Sign | undefined): string[] => {
  const last = calls.at(-1);
  const compares = sign !== undefined && 'differs' in sign;
  const first = calls.find((one) => one !== last && one.operation === last?.operation);
  let prepared = '';
  return calls.flatMap((call) => {
    const { before } = asCaller(call.caller, call.operation);
    const isNew = before.length > 0 && before.join() !== prepared;
    prepared = before.join() || prepared;
    return [
      ...(call.after ? [`sleep ${Math.ceil(call.after / 1000)}`] : []),
      ...(isNew ? before : []),
      callOf(call),
      ...(call.creates ? [`${variableOf(call.creates)}=$(id)`] : []),
      ...(compares && call === first ? ['first=$answer'] : []),
    ];
  });
};

const proofs: { readonly [operation in OperationId]: string } = {
  create: '"id"',
  fetch: '"file256Hash"',
  delete: '"message"',
  lookup: '"sha256Hash"',
};

/** Prints a field's value as written in the JSON of a response. */
const valueFunction = [
  'value() {',
  `  printf '%s' "$1" | tr -d '\\n' | sed -n -e 's/.*"'"$2"'" *: *\\(\\[[^]]*\\]\\).*/\\1/p;t' -e 's/.*"'"$2"'" *: *\\("[^"]*"\\).*/\\1/p;t' -e 's/.*"'"$2"'" *: *\\([^,}]*\\).*/\\1/p'`,
  '}',
];

/** The JSON of a value, or its beginning. */
const types: { readonly [type: string]: string } = {
  string: '^"',
  array: '^\\[',
  object: '^\\{',
  boolean: '^(true|false) *$',
  number: '^-?[0-9]',
  integer: '^-?[0-9]+(\\.0+)? *$',
};

/** The value of a field sent by the call that created the last report, with placeholders for new values. */
const sentAs = (calls: readonly RecordedCall[], field: string): unknown => {
  const { body = '' } = calls.findLast(({ creates }) => creates) ?? {};
  try {
    const sent: unknown = JSON.parse(body);
    return isObject(sent) ? sent[field] : undefined;
  } catch {
    return undefined;
  }
};

/** Lines that exit with 0 if the violation shows. */
const test = (
  sign: Sign | undefined,
  calls: readonly RecordedCall[],
  last: RecordedCall,
): string[] | undefined => {
  if (!sign) return undefined;
  if ('shows' in sign) {
    const [yes, no] = sign.shows === 'success' ? ['true', 'false'] : ['false', 'true'];
    return [`case $answer in *${quoted(proofs[last.operation])}*) ${yes} ;; *) ${no} ;; esac`];
  }
  if ('header' in sign) return [`! printf '%s' "$type" | grep -Eqi ${quoted(sign.pattern)}`];
  const { field } = sign;
  const value = `"$(value "$answer" ${field})"`;
  const compact = (answer: string): string => `"$(value "$${answer}" ${field} | tr -d ' ')"`;
  const json = (wanted: unknown): string =>
    quoted(JSON.stringify(wanted)?.replaceAll(' ', '') ?? '');
  if ('differs' in sign)
    return calls.some((one) => one !== last && one.operation === last.operation)
      ? [`[ ${compact('answer')} != ${compact('first')} ]`]
      : undefined;
  if ('wants' in sign) {
    const sent = JSON.stringify(sentAs(calls, field))?.replaceAll(' ', '');
    const wanted =
      sent !== undefined && (sign.isSent || sent.includes('{{'))
        ? `"${template(sent.replaceAll('{{upper-', '{{'))}"`
        : json(sign.wants);
    return [`[ ${compact('answer')} != ${wanted} ]`];
  }
  if ('has' in sign) return [`[ ${compact('answer')} = ${json(sign.has)} ]`];
  if (sign.pattern !== undefined) {
    const pattern = sign.pattern
      .replace(/^\^/, '^"')
      .replace(/\$$/, '"$')
      .replaceAll('\\d', '[0-9]');
    return [`! printf '%s' ${value} | grep -Eq ${quoted(pattern)}`];
  }
  if (sign.type !== undefined)
    return [`! printf '%s' ${value} | grep -Eq ${quoted(types[sign.type] ?? '')}`];
  return [`[ -z ${value} ]`];
};

/**
 * A POSIX shell script that repeats the calls of a cause and checks for the violation, not for the text
 * of a response. In parentheses, so that pasting it does not exit the shell.
 */
export const scriptOf = (of: Scripted): readonly string[] => {
  const { clause, section, sentence, expected, actual, sign, calls, tries = 3, urls } = of;
  const last = calls.at(-1);
  if (!last) return [];
  const has = (isLookup: boolean): boolean =>
    calls.some(({ operation }) => (operation === 'lookup') === isLookup);
  const names = [...new Set(JSON.stringify(calls).match(/hash-\d+/g) ?? [])];
  const proof = test(sign, calls, last);
  return [
    comment(`${clause}, section ${section}: ${sentence}`),
    comment(`expected  ${expected}`),
    comment(`actual    ${actual}`),
    proof
      ? '# Ends with 1 where that shows again, 0 where it does not, 2 without a token, 3 without an answer.'
      : '# Shows the calls and their answers; what is wrong with them, `abuse-feed replay` tells.',
    '(',
    ...(has(false) ? [`feed=\${ABUSE_FEED_BASE_URL:-${quoted(plain(urls.baseUrl))}}`] : []),
    ...(has(true)
      ? [`lookup=\${ABUSE_FEED_ANALYSIS_URL:-${quoted(plain(urls.analysisUrl))}}`]
      : []),
    ...tokensOf(calls),
    ...functions,
    ...valueFunction,
    ...(proof
      ? [`for try in ${Array.from({ length: tries }, (_, nth) => nth + 1).join(' ')}; do`]
      : []),
    ...names.map((name) => `${variableOf(name)}=$(hash)`),
    '',
    ...linesOf(calls, sign),
    '',
    ...(proof ? [...proof, 'shows=$?'] : []),
    ...calls.filter(({ creates }) => creates).map(forgetting),
    ...(proof
      ? [
          'if [ "$shows" = 0 ]; then',
          `  printf '%s\\n' ${quoted(`Violated: ${clause}. Expected ${expected}`)}; exit 1`,
          'fi',
          'done',
          "echo 'Not seen again.'; exit 0",
        ]
      : []),
    ')',
  ];
};

/** Deletes what the script created, as its creator. */
const forgetting = ({ service, creates = '', caller }: RecordedCall): string => {
  const creator = caller.startsWith('tokens.') ? caller : 'tokens.researcher';
  const call = { operation: 'delete', caller: creator, service, report: `{{${creates}}}` } as const;
  return `curl -sS -g -o /dev/null -X DELETE ${asCaller(creator, 'delete').options} ${urlOf(call as RecordedCall)}`;
};

const tokensOf = (calls: readonly RecordedCall[]): string[] => {
  const needs = [
    ...calls.map(({ caller, operation }) => asCaller(caller, operation)),
    ...(calls.some(({ creates, caller }) => creates && !caller.startsWith('tokens.'))
      ? [asCaller('tokens.researcher', 'delete')]
      : []),
  ].flatMap((one) => (one.needs ? [one.needs] : []));
  return [...new Map(needs.map(({ variable, key }) => [variable, key]))].map(
    ([variable, key]) =>
      `[ "$${variable}" ] || { echo 'Set ${variable} to the Authorization header of ${key}.'; exit 2; }`,
  );
};
