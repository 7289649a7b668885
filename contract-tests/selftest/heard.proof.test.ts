import { expect, test } from 'vitest';
import { defaultDialect, dialectOf } from '../../src/dialects/dialect.ts';
import { namedDialects } from '../../src/dialects/named.ts';
import { startProxy } from '../../src/proxy/proxy.ts';
import { startServer } from '../../src/start-server.ts';
import { concludeListening, Listener, longestCapturedBody, verify } from '../index.ts';
import { forms } from './forms.ts';
import { mutants } from './mutants/index.ts';
import { referenceTarget, type TrialOptions } from './trial.ts';

/** The clauses that a listener finds broken in the kit's own requests. */
const brokenAsHeard = async ({
  mutant,
  form,
  dialect = defaultDialect,
}: TrialOptions): Promise<string[]> => {
  const mutation = (mutant ?? form)?.mutation?.();
  await using server = await startServer({ dialect, ...(mutation && { mutant: mutation }) });
  const reference = referenceTarget(server, dialect);
  const target = form?.target?.(reference) ?? reference;
  const listener = new Listener(target);
  const proxy = await startProxy({
    baseUrl: target.baseUrl,
    analysisUrl: target.analysisUrl ?? target.baseUrl,
    host: '127.0.0.1',
    port: 0,
    timeoutMs: 10_000,
    longestBody: longestCapturedBody,
    onPassed: (passed) => {
      if (passed.failure === undefined) listener.observe(passed);
    },
  });
  try {
    await verify({ ...target, baseUrl: proxy.url, analysisUrl: proxy.url });
  } finally {
    await proxy.close();
  }
  const { clauses } = concludeListening(listener, new Date());
  return clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
};

test.each(['creators-may-not-delete', 'lookup-not-by-blake3', 'lookup-counts-hits-only'])(
  'a listener detects the mutant %s by its clause',
  async (name) => {
    const mutant = mutants.find((one) => one.name === name);
    if (!mutant) throw new Error(`there is no mutant ${name}`);
    expect(await brokenAsHeard({ mutant })).toContain(mutant.breaks);
  },
);

test.each(['tags-in-upper-case', 'refuses-with-429'])(
  'the form %s is not accused',
  async (name) => {
    const form = forms.find((one) => one.name === name);
    if (!form) throw new Error(`there is no form ${name}`);
    expect(await brokenAsHeard({ form })).toEqual([]);
  },
);

test('a dialect that answers otherwise in everything is not accused', async () => {
  const dialect = dialectOf(namedDialects.contrary.differences);
  expect(await brokenAsHeard({ dialect })).toEqual([]);
});
