import { differingAnalysisField } from '../judge/sameness.ts';
import { analysisIn, type Body, readAnswer } from '../talk/answer.ts';
import { Broken, NotTestable } from '../talk/cut-short.ts';
import { shown } from '../talk/shown.ts';
import { clause } from './check.ts';
import type { Context } from './context.ts';
import { observeErrorBody } from './error-body.ts';
import { forgedTokens } from './forged-tokens.ts';
import { foundFiles } from './looked-up-files.ts';

const firstHash = async (context: Context): Promise<string> => {
  for (const { lookups } of await foundFiles(context))
    for (const { analysis, hash } of lookups) if (analysis) return hash;
  throw new NotTestable('analyses');
};

/** Beside the first hash: those of the other kinds of that file, and one of each other file. */
const moreHashes = async (context: Context): Promise<string[]> => {
  const [first = [], ...others] = (await foundFiles(context)).map(({ lookups }) =>
    lookups.filter(({ analysis }) => analysis).map(({ hash }) => hash),
  );
  return [...first.slice(1), ...others.flatMap(([hash]) => hash ?? [])];
};

/** A refusal that gives in is none: each is asked for this often. */
const attempts = [1, 2, 3, 4, 5];

clause('lookup/token-required', async (context) => {
  const hash = await firstHash(context);
  await context.api.lookup(context.callers.analyst, hash).succeeds('lookup/repeats-agree');
  for (const _ of attempts)
    observeErrorBody(
      context,
      await context.api
        .lookup(context.callers.nobody, hash)
        .showing('lookup.status.no-token')
        .isRefused(),
      'no-token',
    );
  await context.api.lookup(context.callers.blank, hash).isRefused();
  for (const other of await moreHashes(context))
    for (const caller of [context.callers.nobody, context.callers.blank])
      await context.api.lookup(caller, other).isRefused();
});

clause('lookup/token-must-be-known', async (context) => {
  const { api, callers } = context;
  const hash = await firstHash(context);
  await api.lookup(callers.analyst, hash).succeeds('lookup/repeats-agree');
  for (const _ of attempts) {
    const asked = api.lookup(callers.unknown, hash).showing('lookup.status.unknown-token');
    observeErrorBody(context, await asked.isRefused(), 'unknown-token');
  }
  for (const forged of forgedTokens(callers.analyst, context.target.tokens))
    await api.lookup(forged, hash).isRefused();
  for (const other of await moreHashes(context))
    await api.lookup(callers.unknown, other).isRefused();
});

/** At the end for all that was seen: whoever asks by a hash is given the same analysis. */
clause(
  'lookup/repeats-agree',
  async (context) => {
    const given = new Map<string, { readonly analysis: Body; readonly caller: string }>();
    for (const exchange of context.exchanges()) {
      const { hash } = exchange.about;
      const analysis = hash !== undefined && analysisIn(readAnswer(exchange).json);
      if (hash === undefined || !analysis) continue;
      const first = given.get(hash) ?? { analysis, caller: exchange.caller };
      given.set(hash, first);
      const field = differingAnalysisField(first.analysis, analysis);
      if (field)
        throw new Broken({
          expected: `${field}: ${shown(first.analysis[field])}, as for ${first.caller}`,
          actual: `${field}: ${shown(analysis[field])}`,
          exchange,
        });
    }
    if (given.size === 0) throw new NotTestable('nothing was found');
  },
  'last',
);
