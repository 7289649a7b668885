import { isIPv6 } from 'node:net';
import { isNameOrIPv4 } from '../domain/c2-address.ts';

/** Whether the calendar and the clock have it: 30 February and 24:00 are well-formed and do not exist. */
const exists = (iso: string): boolean => {
  const time = Date.parse(iso);
  return !Number.isNaN(time) && new Date(time).toISOString() === iso;
};

const utc = (date: string, time: string): string => `${date}T${time}.000Z`;

const label = '[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?';
const hostAndPort = new RegExp(
  `^(?:\\[([^\\]]+)\\]|(${label}(?:\\.${label})*\\.?)):([1-9]\\d{0,4})$`,
);

function isAddress(text: string): boolean {
  const [, ipv6, name = '', port] = hostAndPort.exec(text) ?? [];
  if (port === undefined || Number(port) > 65535) return false;
  return ipv6 === undefined ? isNameOrIPv4(name) : isIPv6(ipv6);
}

/** `2025-01-31 13:45:00`, in UTC. */
export const reportTime = (text: string): number =>
  Date.parse(utc(text.slice(0, 10), text.slice(11)));

/** The forms that texts in seed files take. */
export const formats: { readonly [name: string]: RegExp | ((text: string) => boolean) } = {
  id: /^\S+$/,
  service: /^[A-Za-z0-9][A-Za-z0-9._~-]*$/,
  token: /^[\x21-\x7e]+$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  hex32: /^[0-9a-f]{32}$/,
  hex40: /^[0-9a-f]{40}$/,
  hex64: /^[0-9a-f]{64}$/,
  hex128: /^[0-9a-f]{128}$/,
  ssdeep: /^\d+:[A-Za-z0-9+/]*:[A-Za-z0-9+/]*$/,
  address: isAddress,
  link: (text) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text),
  date: (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && exists(text.replace('Z', '.000Z')),
  reportTime: (text) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && exists(utc(text.slice(0, 10), text.slice(11))),
};
