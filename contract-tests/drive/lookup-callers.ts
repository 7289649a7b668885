import type { Context } from './context.ts';
import { observeErrorBody } from './error-body.ts';
import { foundFiles } from './files.ts';
import { forgedTokens } from './forged-tokens.ts';
import { otherCase } from './lookup.ts';
import { attempts, scenario } from './scenario.ts';

/** All hashes of the first file, and one of each other file. */
const someHashes = async (context: Context): Promise<string[]> => {
  const [first = [], ...others] = (await foundFiles(context)).map(({ lookups }) =>
    lookups.filter(({ analysis }) => analysis).map(({ hash }) => hash),
  );
  return [...first, ...others.flatMap(([hash]) => hash ?? [])];
};

export const lookupCallerScenarios = [
  scenario('look up without a token', ['lookup/token-required'], async (context) => {
    const { api, callers } = context;
    const [hash = '', ...more] = await someHashes(context);
    await api.lookup(callers.analyst, hash);
    for (const _ of attempts(true)) {
      const asked = api.lookup(callers.nobody, hash).showing('lookup.status.no-token');
      observeErrorBody(context, await asked, 'no-token');
    }
    await api.lookup(callers.blank, hash);
    for (const other of more) {
      await api.lookup(callers.nobody, otherCase(other));
      await api.lookup(callers.blank, other);
    }
  }),
  scenario('look up with tokens nobody holds', ['lookup/token-must-be-known'], async (context) => {
    const { api, callers, target } = context;
    const [hash = '', ...more] = await someHashes(context);
    await api.lookup(callers.analyst, hash);
    for (const _ of attempts(true)) {
      const asked = api.lookup(callers.unknown, hash).showing('lookup.status.unknown-token');
      observeErrorBody(context, await asked, 'unknown-token');
    }
    for (const forged of forgedTokens(callers.analyst, target.tokens))
      await api.lookup(forged, hash);
    for (const other of more) await api.lookup(callers.unknown, other);
  }),
];
