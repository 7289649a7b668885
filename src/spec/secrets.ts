import type { Headers } from './exchange.ts';

/** Headers with secrets, which are never kept. */
const secretHeaders = new Set([
  ...['authorization', 'proxy-authorization'],
  ...['cookie', 'set-cookie'],
]);

export const withoutSecretHeaders = (headers: Headers): Headers => {
  const names = Object.keys(headers);
  if (!names.some((name) => secretHeaders.has(name))) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secretHeaders.has(name)));
};
