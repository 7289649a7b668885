/** Quotes one shell word. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes only where needed. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : quoted(text);
}

export interface CurlRequest {
  readonly method?: string | undefined;
  readonly url: string;
  /** A header without a value is one that curl would add by itself. */
  readonly headers?: { readonly [name: string]: string | undefined };
  /** Filled in by the shell, such as `Bearer $TOKEN`: tokens are not kept. */
  readonly authorization?: string | undefined;
  readonly body?: string | undefined;
  /** Whether it prints the status and headers of the response. */
  readonly isVerbose?: boolean;
}

export interface CurlForm {
  /** Put between the parts. */
  readonly separator?: string;
  readonly quote?: (text: string) => string;
}

function headerOption(
  name: string,
  value: string | undefined,
  quote: (text: string) => string,
): string {
  if (name === 'accept-encoding') return '--compressed';
  if (value === undefined) return `-H ${quote(`${name}:`)}`;
  // curl omits a header with an empty value, unless it ends with a semicolon.
  return `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`;
}

function methodOption(method: string): string {
  if (method === 'GET') return '';
  // With -X HEAD, curl waits for a body.
  return method === 'HEAD' ? '--head ' : `-X ${shellWord(method)} `;
}

/** A request as a curl command, to read and to paste. */
export function curl(
  { method = 'GET', url, headers = {}, authorization, body, isVerbose }: CurlRequest,
  { separator = ' ', quote = quoted }: CurlForm = {},
): string {
  const place = quote(url);
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return [
    `curl ${isVerbose ? '-i ' : ''}${methodOption(method)}${place}`,
    // Otherwise curl expands braces and brackets, and resolves dot segments.
    ...(/[{}[\]]/.test(place) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(\/|\?|$)/.test(url) ? ['--path-as-is'] : []),
    ...(authorization === undefined ? [] : [`-H "Authorization: ${authorization}"`]),
    ...Object.entries(headers).map(([name, value]) => headerOption(name, value, quote)),
    // Otherwise curl sends the content type of a form.
    ...(body !== undefined && !isTyped ? [headerOption('Content-Type', undefined, quote)] : []),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(separator);
}

/** One part in each line. */
export const inLines: CurlForm = { separator: ' \\\n  ' };
