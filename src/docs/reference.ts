import type { Document } from '../contract/document.ts';
import { type Dialect, differencesOf } from '../dialects/dialect.ts';
import { dialectNames, namedDialects } from '../dialects/named.ts';

/** What the reference pages are about. */
export interface ReferenceModel {
  readonly dialect: Dialect;
  /** What the dialect is called, for people. */
  readonly dialectLabel: string;
  /** The document under this dialect. */
  readonly document: Document;
  /** The version of OpenAPI that it is downloaded in; 3.0 where it is not given. */
  readonly openApi?: '3.0' | '3.1';
  /** The server the pages come from; a static site has none. */
  readonly live?: TryItOptions;
}

/** What "try it" needs in order to work at the first click. */
export interface TryItOptions {
  /** Where this page's world is, by the name it was called by. */
  readonly baseUrl: string;
  /** Who to call as. The first is chosen to begin with. */
  readonly callers: readonly ReadyCaller[];
  /** A report that is there. */
  readonly report?: { readonly service: string; readonly id: string };
  /** The hash of a file that has an analysis. */
  readonly hash?: string;
}

export interface ReadyCaller {
  readonly name: string;
  /** The whole value of the Authorization header. */
  readonly authorization: string;
  readonly note: string;
  readonly isResearcher: boolean;
  /** The report above. */
  readonly mayDelete: boolean;
  readonly hasNoLookups: boolean;
}

/** The name of the named dialect with the same answers, where there is one. */
export function dialectLabel(dialect: Dialect): string {
  const answers = JSON.stringify(sorted(differencesOf(dialect)));
  const same = dialectNames.find(
    (name) => JSON.stringify(sorted(namedDialects[name].differences)) === answers,
  );
  return same ?? 'of its own';
}

const sorted = (record: object): unknown[] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
