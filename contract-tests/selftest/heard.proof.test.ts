import { expect, test } from 'vitest';
import { startProxy } from '../../src/proxy/proxy.ts';
import { concludeListening, judgeTarget, listenerOf, longestCapturedBody } from '../index.ts';
import { forms } from './forms.ts';
import { mutantNamed } from './mutants/index.ts';
import { dialectOf, namedDialects } from './server.ts';
import { type TrialServer, withServer } from './trial.ts';

/** The clauses that a listener finds broken in the kit's own requests. */
function brokenAsHeard(server: TrialServer): Promise<string[]> {
  return withServer(server, async (target) => {
    const listener = listenerOf(target);
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
    await judgeTarget({ ...target, baseUrl: proxy.url, analysisUrl: proxy.url });
    await proxy.close();
    const { clauses } = concludeListening(listener, new Date());
    return clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
  });
}

test.each(['delete-not-by-creator', 'lookup-not-by-blake3', 'lookup-counts-hits-only'])(
  'a listener detects the mutant %s by its clause',
  async (name) => {
    const mutant = mutantNamed(name);
    expect(await brokenAsHeard({ mutant })).toContain(mutant.breaks);
  },
);

test.each<[string, TrialServer]>([
  ...forms
    .filter(({ name }) => ['tags-in-upper-case', 'refuses-with-429'].includes(name))
    .map((form): [string, TrialServer] => [form.name, { form }]),
  ['contrary', { dialect: dialectOf(namedDialects.contrary.differences) }],
])('%s, which conforms, is not accused', async (_, server) => {
  expect(await brokenAsHeard(server)).toEqual([]);
});
