import { sharedContract } from '../contract/document.ts';
import { defaultDialect } from '../dialects/dialect.ts';
import { type Sample, sampleOf } from '../docs/reference/call-samples.ts';
import { liveOf } from '../docs/world-reference.ts';
import { ownSeed } from '../seed/own-seed.ts';

/** A request that succeeds on the seed data, by a caller who may make it: the one that the reference shows. */
export function sampleCall(name: string, baseUrl: string): Sample {
  const live = liveOf(ownSeed().contents, defaultDialect, { baseUrl, showTokens: true });
  return sampleOf({ live, document: sharedContract(), dialect: defaultDialect }, name);
}
