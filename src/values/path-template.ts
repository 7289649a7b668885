/** The values of parameters, by name. */
export type ParameterValues = { readonly [name: string]: string | undefined };

/** What stands between two slashes of a template: a text, or a parameter for any text. */
export interface Segment {
  readonly text: string;
  readonly parameter?: string | undefined;
}

/** The segments of a path with parameters in braces. */
export function segmentsOf(template: string): Segment[] {
  return template.split('/').map((text) => {
    const parameter = /^\{(\w+)\}$/.exec(text)?.[1];
    if (parameter === undefined && text.includes('{'))
      throw new Error(`${template} has ${text}: a parameter has to be a whole segment of a path`);
    return { text, parameter };
  });
}

/** The values of the parameters where a path is of this form, as they were sent. */
export function valuesIn(path: string, segments: readonly Segment[]): ParameterValues | undefined {
  // One more than there may be is too many.
  const sent = path.split('/', segments.length + 1);
  if (sent.length !== segments.length) return undefined;
  const values: { [name: string]: string } = {};
  for (const [nth, { text, parameter }] of segments.entries()) {
    const value = sent[nth] ?? '';
    if (parameter === undefined ? value !== text : value === '') return undefined;
    if (parameter !== undefined) values[parameter] = value;
  }
  return values;
}

/** The path and query that call an operation with these values. */
export function calledPath(
  { path, query }: { readonly path: string; readonly query: readonly string[] },
  values: ParameterValues,
): string {
  const filled = segmentsOf(path).map(({ text, parameter }) =>
    parameter === undefined ? text : encodeURIComponent(values[parameter] ?? ''),
  );
  const asked = query.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return asked.length === 0 ? filled.join('/') : `${filled.join('/')}?${asked.join('&')}`;
}
