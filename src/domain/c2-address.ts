import { isIPv4, isIPv6 } from 'node:net';

/** A name whose last label is a number can only be meant as an IPv4 address. */
export const isNameOrIPv4 = (host: string): boolean => !/(^|\.)\d+$/.test(host) || isIPv4(host);

/** What is wrong with the host of `<host>:<port>`, beyond what a pattern can tell. */
export function hostProblem(c2Address: string): string | undefined {
  const host = c2Address.slice(0, c2Address.lastIndexOf(':'));
  if (host.startsWith('[')) {
    const inner = host.slice(1, -1);
    return isIPv6(inner) ? undefined : `body.c2Address: "${inner}" is no IPv6 address.`;
  }
  if (host.length > 253) return 'body.c2Address: a host name has at most 253 characters.';
  if (!isNameOrIPv4(host)) {
    return `body.c2Address: "${host}" is no IPv4 address, and a host name does not end in a number.`;
  }
  return undefined;
}

/** Host names are the same in upper and lower case, and a port has no letters. */
export const lowerHost = (c2Address: string): string => c2Address.toLowerCase();
