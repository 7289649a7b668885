import type { HttpExchange } from '../traffic/exchange.ts';
import { secretHeaders } from '../traffic/secrets.ts';
import { parsed } from './request-content.ts';

const placeholder = /\{\{request\.([^{}]*)\}\}/g;
const known = /^(method|url|body(\.[^.]+)*|(path|query|headers)\.[^.]+)$/;

/** The first placeholder in a fault that stands for no value of a request, or for a secret. */
export function unknownPlaceholder(fault: unknown): string | undefined {
  return [...JSON.stringify(fault).matchAll(placeholder)].find(
    ([, name = '']) =>
      !known.test(name) || secretHeaders.has(name.replace(/^headers\./, '').toLowerCase()),
  )?.[0];
}

/** Values of a request by name, such as `query.report`; `path` has the parameters of the path. */
export function valuesOf(
  { method, url, headers, body }: HttpExchange['request'],
  path: { readonly [name: string]: string },
): (name: string) => unknown {
  const query = Object.fromEntries(new URLSearchParams(url.split(/\?(.*)/s)[1]));
  const all = { method, url, path, query, headers, body: parsed(body) };
  return (name) =>
    name
      .replace(/^headers\..*/, (header) => header.toLowerCase())
      .split('.')
      .reduce<unknown>((value, key) => {
        const isHere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
        return isHere ? (value as { readonly [key: string]: unknown })[key] : undefined;
      }, all);
}

/** With the values in place of `{{request.…}}`; one that is all of a string keeps its type. */
export function withValues(template: unknown, named: (name: string) => unknown): unknown {
  if (typeof template === 'string') {
    const [whole, name = ''] = /^\{\{request\.([^{}]*)\}\}$/.exec(template) ?? [];
    return whole === undefined ? textWithValues(template, named) : (named(name) ?? null);
  }
  if (Array.isArray(template)) return template.map((one) => withValues(one, named));
  if (typeof template !== 'object' || template === null) return template;
  const filled = Object.entries(template).map(([key, one]) => [key, withValues(one, named)]);
  return Object.fromEntries(filled);
}

/** Without the characters of a value that do not fit. */
export function textWithValues(
  template: string,
  named: (name: string) => unknown,
  unfit = /(?!)/g,
): string {
  return template.replace(placeholder, (_, name: string) => {
    const value = named(name);
    return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(unfit, '');
  });
}
