import { codeMarkup, html, type Markup } from '../../../src/pages/html.ts';
import { tabs } from '../../../src/pages/report-page.ts';
import { nearest } from '../../../src/values/nearest.ts';
import type { Finding } from '../verdict/evidence.ts';

/** Deeper bodies are shown as they came: indentation would make them a thousand times as long. */
const deepestIndented = 20;

function isDeep(body: string): boolean {
  let depth = 0;
  for (const [bracket] of body.matchAll(/[[\]{}]/g)) {
    depth += '[{'.includes(bracket) ? 1 : -1;
    if (depth > deepestIndented) return true;
  }
  return false;
}

function pretty(body: string): string {
  if (isDeep(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** A long line is one that nobody reads, and colours would make it several times as long. */
function coloured(line: string): Markup | string {
  return line.length > 1000 ? line : codeMarkup(line);
}

function headerLines(headers: object): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

/** The path of the value that begins in each line of indented JSON, such as `report.tags[0]`. */
function pathsOf(lines: readonly string[]): string[] {
  const around: { readonly path: string; readonly isList: boolean; next: number }[] = [];
  return lines.map((line) => {
    if (/^\s*[}\]]/.test(line)) return around.pop()?.path ?? '';
    const parent = around.at(-1);
    const key = /^\s*"((?:[^"\\]|\\.)*)": /.exec(line)?.[1] ?? '';
    const within = parent?.path ? `${parent.path}.` : '';
    const path = parent?.isList ? `${parent.path}[${parent.next++}]` : within + key;
    if (/[{[]$/.test(line)) around.push({ path, isList: line.endsWith('['), next: 0 });
    return path;
  });
}

/** The field that a finding without a sign is about: `tags[0]: 5`, or a name in a list of them. */
function fieldsIn(actual: string): string[] {
  const [, listed] = /^also (.+)$/.exec(actual) ?? [];
  const [, named] = /^([a-z][\w.[\]]*): /i.exec(actual) ?? [];
  return listed?.split(', ') ?? (named === undefined ? [] : [named]);
}

interface Offence {
  readonly lines: readonly number[];
  /** What should be there, and the line before which it could be. */
  readonly missing?: readonly [before: number, says: string];
}

type Shown = Pick<Finding, 'expected' | 'actual' | 'sign'>;

/** The lines of a response that break the clause: of the body, a header, or the status. */
function offenceIn(
  head: readonly string[],
  body: readonly string[],
  { actual, sign }: Shown,
): Offence {
  if (sign && 'shows' in sign) return { lines: [0] };
  if (sign && 'header' in sign) {
    const at = head.findIndex((line) => line.startsWith(`${sign.header.toLowerCase()}: `));
    return at > 0 ? { lines: [at] } : { lines: [], missing: [1, `${sign.header} is missing`] };
  }
  const from = head.length + 1;
  const names = sign ? [sign.field] : fieldsIn(actual);
  const paths = pathsOf(body);
  const linesOf = (isIt: (path: string) => boolean): number[] =>
    paths.flatMap((path, nth) =>
      path !== '' && isIt(path) && !/^\s*[}\]]/.test(body[nth] ?? '') ? [from + nth] : [],
    );
  const lines = linesOf((path) => names.some((name) => path === name || path.endsWith(`.${name}`)));
  const [name] = names;
  if (lines.length > 0) return { lines };
  if (name === undefined || body[0] !== '{') return { lines: [body.join('') === '' ? 0 : from] };
  const near = nearest(name, paths);
  return {
    lines: linesOf((path) => path === near),
    missing: [from + 1, `  ${name} is missing`],
  };
}

function responseView(
  { status, headers, body }: NonNullable<Finding['exchange']>['response'],
  finding: Shown,
): Markup {
  const head = [String(status), ...headerLines(headers)];
  const content = pretty(body).split('\n');
  const { lines, missing } = offenceIn(head, content, finding);
  return html`${[...head, '', ...content].map((line, nth) => {
    const shown = nth > head.length ? coloured(line) : line;
    return html`${missing?.[0] === nth && html`<mark data-missing="${missing[1]}"></mark>`}${
      lines.includes(nth) ? html`<mark>${shown}\n</mark>` : html`${shown}\n`
    }`;
  })}`;
}

function sides({ expected, actual }: Shown): Markup {
  return html`<dl class="sides"><div><dt>expected</dt><dd>${expected}</dd></div><div class="actual"><dt>actual</dt><dd>${actual}</dd></div></dl>`;
}

/** Where the page shows each exchange, by its number: clauses link there. */
export type ShownExchanges = Map<number, readonly [anchor: string, name: string]>;

interface Place {
  /** The element of the page that it is part of. */
  readonly at: readonly [anchor: string, name: string];
  readonly shown: ShownExchanges;
  /** A cause marks its own line in a response that others may share. */
  readonly isCause?: boolean;
  readonly curl?: readonly string[];
  readonly calls?: Markup | undefined;
}

/** One finding: request and response in full, unless the page has them already. */
export function evidence(
  finding: Omit<Finding, 'clause'>,
  { at, shown, isCause = false, curl = [], calls }: Place,
): Markup {
  const { exchange } = finding;
  const first = exchange && !isCause && shown.get(exchange.number);
  if (exchange && !shown.has(exchange.number)) shown.set(exchange.number, at);
  const parts: [string, Markup][] = [];
  if (exchange && !first) {
    const { request, response, caller } = exchange;
    const sent = [`${request.method} ${request.url}`, `as ${caller}`];
    const body = request.body === undefined ? '' : `\n${pretty(request.body)}`;
    parts.push(
      ['Response', responseView(response, finding)],
      [
        'Request',
        html`${[...sent, ...headerLines(request.headers), ''].join('\n')}${coloured(body)}`,
      ],
    );
  }
  if (curl.length > 0) parts.push(['Reproduce', codeMarkup(`${curl.join('\n')}\n`)]);
  return html`${sides(finding)}${calls}${
    first && html`<p>Its request and response: <a href="#${first[0]}">${first[1]}</a></p>`
  }${parts.length > 0 && tabs(`${at[0]}-${shown.size}`, parts)}`;
}
