const whole = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Of any version, in either case. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && whole.test(text);
}

/** Every UUID within a text. */
export const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
