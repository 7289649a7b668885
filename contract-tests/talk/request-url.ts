import { operationPath, operationPlace } from '../operations/operations.ts';
import type { Target } from '../target/target.ts';
import type { Ask } from './ask.ts';

const joined = (base: string, path: string): string => {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url.href;
};

/** Where an area is served. */
export const baseOf = ({ baseUrl, analysisUrl = baseUrl }: Target, area: string): string =>
  area === 'lookup' ? analysisUrl : baseUrl;

export const requestUrlOf = (target: Target, { operation, about, way }: Ask): string => {
  const base = baseOf(target, operationPlace(operation).area);
  const { sent: _, ...named } = about;
  return joined(base, '').replace(/\/+$/, '') + (way?.rawPath ?? operationPath(operation, named));
};
