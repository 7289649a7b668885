import { badBodies, contentTypes } from './bad-bodies.test.support.ts';
import { badTokens, notAllowed } from './bad-tokens.test.support.ts';
import { badPaths, badQueries, countedLookups } from './bad-urls.test.support.ts';
import { brokenHttp } from './broken-http.test.support.ts';
import type { CorpusRequest } from './request.test.support.ts';

export { goodRequests } from './good-requests.test.support.ts';

/** Everything that has to be refused and must leave no trace but, for some, one counted lookup. */
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
