import formats from 'ajv-formats';

const uri = formats.default.get('uri');
/** RFC 3986, to the letter. */
export const isUri = (text: string): boolean => typeof uri === 'function' && Boolean(uri(text));

/** Of characters that RFC 3986 knows, allowed there or not. */
export const isAscii = (text: string): boolean => /^[\x21-\x7e]*$/.test(text);

/** What a browser can make something of. */
export const isLink = (link: string): boolean => URL.canParse(link);

/**
 * A link in ASCII, as RFC 3986 has it, of one that a browser would take. Browsers leave a few
 * characters alone that the RFC wants encoded; what needs nothing stays as it is.
 */
export function asciiLink(link: string): string {
  if (isUri(link)) return link;
  const { protocol, username, password, host, pathname, search, hash } = new URL(link);
  if (host === '') return link;
  const user = [username, password].filter((part) => part !== '').join(':');
  const rest = `${encoded(pathname)}${encoded(search)}${hash && `#${encoded(hash.slice(1))}`}`;
  return `${protocol}//${user && `${encoded(user)}@`}${host}${rest}`;
}

const encoded = (part: string): string =>
  part
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/[^\w.~!$&'()*+,;=:@/?%-]/g, (character) => encodeURIComponent(character));
