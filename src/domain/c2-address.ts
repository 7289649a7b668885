import { isIPv4, isIPv6 } from 'node:net';

/** The problem with the host of `<host>:<port>`; of a text of another form nothing is said. */
export function hostProblem(c2Address: string): string | undefined {
  const [, host = ''] = /^(.+):\d+$/s.exec(c2Address) ?? [];
  if (host.startsWith('[') && host.endsWith(']')) {
    return isIPv6(host.slice(1, -1)) ? undefined : `${host} is not an IPv6 address`;
  }
  // A name whose last label is a number can only be an IPv4 address.
  if (/(^|\.)\d+\.?$/.test(host) && !isIPv4(host)) {
    return `${host} is not an IPv4 address, and a host name does not end in a number`;
  }
  return undefined;
}
