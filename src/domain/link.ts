import formats from 'ajv-formats';

const uri = formats.default.get('uri');
/** Strict RFC 3986. */
export const isUri = (text: string): boolean => typeof uri === 'function' && Boolean(uri(text));

/** Only characters of RFC 3986, in any position. */
export const isAscii = (text: string): boolean => /^[\x21-\x7e]*$/.test(text);

/** Any URL that a browser accepts. */
export const isLink = (link: string): boolean => URL.canParse(link);

/**
 * Converts a URL that a browser accepts to ASCII, as RFC 3986 requires. Browsers leave some characters
 * unencoded that the RFC wants encoded; a valid URL stays unchanged.
 */
export function asciiLink(link: string): string {
  if (isUri(link)) return link;
  const { protocol, username, password, host, pathname, search, hash } = new URL(link);
  const user = [username, password].filter((part) => part !== '').join(':');
  const rest = `${encoded(pathname)}${encoded(search)}${hash && `#${encoded(hash.slice(1))}`}`;
  const place = host && `//${user && `${encoded(user)}@`}${host}`;
  return `${protocol}${place}${rest}`;
}

const encoded = (part: string): string =>
  part
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/[^\w.~!$&'()*+,;=:@/?%-]/g, (character) => encodeURIComponent(character));
