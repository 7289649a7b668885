import formats from 'ajv-formats';
import { normalUrl } from '../values/url.ts';

const uri = formats.default.get('uri');

/** Strict RFC 3986. */
export function isUri(text: string): boolean {
  return typeof uri === 'function' && Boolean(uri(text));
}

/** Only characters of RFC 3986, in any position. */
export function isAscii(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}

/** A URL with other characters than those of RFC 3986 as a browser would send it; any other is kept. */
export function asciiLink(link: string): string {
  return isUri(link) ? link : normalUrl(link);
}
