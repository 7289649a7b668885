import { isUri } from '../domain/link.ts';
import { isUrl } from '../values/url.ts';

/** Whether the date and time exist: 30 February and 24:00 are well-formed and do not. */
function exists(iso: string): boolean {
  const time = Date.parse(iso);
  return !Number.isNaN(time) && new Date(time).toISOString() === iso;
}

function utc(date: string, time: string): string {
  return `${date}T${time}.000Z`;
}

/** `2025-01-31 13:45:00`, in UTC. */
export function reportTime(text: string): number {
  return Date.parse(utc(text.slice(0, 10), text.slice(11)));
}

/** The formats of strings in seed files. */
export const formats: { readonly [name: string]: RegExp | ((text: string) => boolean) } = {
  id: /^\S+$/,
  service: /^[A-Za-z0-9][A-Za-z0-9._~-]*$/,
  token: /^[\x21-\x7e]+$/,
  ssdeep: /^\d+:[A-Za-z0-9+/]*:[A-Za-z0-9+/]*$/,
  uri: (text) => isUri(text) && isUrl(text),
  analysisTime: (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && exists(text.replace('Z', '.000Z')),
  reportTime: (text) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && exists(utc(text.slice(0, 10), text.slice(11))),
};
