import { expect, onTestFinished, test } from 'vitest';
import { allClauses } from '../../contract-tests/index.ts';
import { runOf } from '../../contract-tests/judging/run/run.test.support.ts';
import { referenceTarget } from '../../contract-tests/selftest/trial.ts';
import { explore } from '../../contract-tests/service/drive/explore.ts';
import { isDeleted } from '../../contract-tests/service/model/known/known-report.ts';
import { defaultDialect } from '../dialects/dialect.ts';
import { examples, extent } from '../repository/test-settings.test.support.ts';
import { startServer } from '../server.ts';
import { newDataFolder } from '../store/file/data-folder.test.support.ts';

function idsOf(list: readonly { readonly id: string }[]): string[] {
  return list.map(({ id }) => id).sort();
}

test('whatever several callers do at once, between restarts, the server is what the model of the kit says', async () => {
  const data = newDataFolder();
  let server = await startServer({ data });
  onTestFinished(() => server.close());
  const port = Number(new URL(server.baseUrl).port);
  const seeded = new Set(server.state().reports.map(({ id }) => id));
  const run = runOf(referenceTarget(server, defaultDialect));
  for (let round = 0; round < (extent === 'all' ? 4 : 1); round += 1) {
    const walks = Array.from({ length: 5 }, (_, lane) =>
      explore(run.context('walk'), { seed: 5 * round + lane, requests: examples(600) }),
    );
    await Promise.all(walks);
    const before = server.state();
    await server.close();
    server = await startServer({ data, port });
    expect(server.state()).toEqual(before);
  }
  run.model.finish();
  const broken = allClauses().flatMap(({ id }) => run.evidence.findings(id));
  expect(broken.map(({ clause, actual }) => `${clause}: ${actual}`)).toEqual([]);
  const made = server.state().reports.filter(({ id }) => !seeded.has(id));
  expect(idsOf(made)).toEqual(idsOf(run.reports.all().filter((report) => !isDeleted(report))));
  expect(made.length).toBeGreaterThan(0);
});
