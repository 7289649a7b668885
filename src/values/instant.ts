/** The forms of dates that ECMAScript defines; what else Date.parse reads is up to the engine. */
const forms = [
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i,
  // As in HTTP headers (RFC 9110, 5.6.7).
  /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/i,
];

/** Milliseconds since the epoch; NaN for a text of another form. */
export function instantIn(text: string): number {
  return forms.some((form) => form.test(text)) ? Date.parse(text) : Number.NaN;
}
