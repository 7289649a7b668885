import type { Document } from '../contract/document.ts';
import type { Dialect } from '../dialects/dialect.ts';

/** The model of the reference pages. */
export interface ReferenceModel {
  readonly dialect: Dialect;
  /** The display name of the dialect. */
  readonly dialectLabel: string;
  /** The document under this dialect. */
  readonly document: Document;
  /** The server of the pages; a static site has none. */
  readonly live?: TryItOptions;
}

/** What "try it" needs to work with one click. */
export interface TryItOptions {
  /** The base URL of the page's world, under the host name of the request. */
  readonly baseUrl: string;
  /** The selectable callers. The first is the default. */
  readonly callers: readonly ReadyCaller[];
  /** An existing report. */
  readonly report?: { readonly service: string; readonly id: string };
  /** The hash of a file with an analysis. */
  readonly hash?: string;
}

export interface ReadyCaller {
  readonly name: string;
  /** The complete Authorization header. */
  readonly authorization: string;
  readonly note: string;
  /** The operations that it may call, with the report above. */
  readonly may: readonly string[];
}
