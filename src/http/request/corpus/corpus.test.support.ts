import { badBodies, contentTypes } from './bad-bodies.test.support.ts';
import { badTokens, notAllowed } from './bad-tokens.test.support.ts';
import { badPaths, badQueries, countedLookups } from './bad-urls.test.support.ts';
import { brokenHttp } from './broken-http.test.support.ts';
import type { CorpusRequest } from './request.test.support.ts';

export { goodRequests } from './good-requests.test.support.ts';

/** Requests that must be refused without a side effect, except that some count as a lookup. */
export const badRequests: readonly CorpusRequest[] = [
  ...badBodies,
  ...contentTypes,
  ...badTokens,
  ...notAllowed,
  ...badQueries,
  ...badPaths,
  ...countedLookups,
  ...brokenHttp,
];
