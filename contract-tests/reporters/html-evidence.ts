import { codeMarkup, html, type Markup } from '../../src/pages/html.ts';
import { tabs } from '../../src/pages/report-page.ts';
import type { Finding } from '../model/evidence.ts';

/** Deeper bodies are shown as they came: indentation would make them a thousand times as long. */
const deepestIndented = 20;

const isDeep = (body: string): boolean => {
  let depth = 0;
  for (const [bracket] of body.matchAll(/[[\]{}]/g)) {
    depth += '[{'.includes(bracket) ? 1 : -1;
    if (depth > deepestIndented) return true;
  }
  return false;
};

const pretty = (body: string): string => {
  if (isDeep(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** A long line is one that nobody reads, and colours would make it several times as long. */
const coloured = (line: string): Markup | string => (line.length > 1000 ? line : codeMarkup(line));

const headerLines = (headers: object): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

type Shown = Pick<Finding, 'expected' | 'actual' | 'sign'>;

/** The lines of a response that break the clause: its status, a header, or fields of its body. */
const offendingIn = (lines: readonly string[], { sign }: Shown): number[] => {
  if (!sign) return [];
  if ('shows' in sign) return [0];
  const begins =
    'header' in sign
      ? `${sign.header.toLowerCase()}: `
      : `"${sign.field
          .split('.')
          .at(-1)
          ?.replace(/\[\d+\]/g, '')}": `;
  return lines.flatMap((line, nth) => (line.trimStart().startsWith(begins) ? [nth] : []));
};

const responseView = (
  { status, headers, body }: NonNullable<Finding['exchange']>['response'],
  finding: Shown,
): Markup => {
  const head = [String(status), ...headerLines(headers), ''];
  const lines = [...head, ...pretty(body).split('\n')];
  const offending = offendingIn(lines, finding);
  return html`${lines.map((line, nth) => {
    const shown = nth < head.length ? line : coloured(line);
    return offending.includes(nth) ? html`<mark>${shown}\n</mark>` : html`${shown}\n`;
  })}`;
};

const sides = ({ expected, actual }: Shown): Markup =>
  html`<dl class="sides"><div><dt>expected</dt><dd>${expected}</dd></div><div class="actual"><dt>actual</dt><dd>${actual}</dd></div></dl>`;

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
export const evidence = (
  finding: Omit<Finding, 'clause'>,
  { at, shown, isCause = false, curl = [], calls }: Place,
): Markup => {
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
};
