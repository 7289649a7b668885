import { writeFileSync } from 'node:fs';
import { startServer } from 'abuse-feed-kit';
import {
  htmlReport,
  jsonReport,
  junitReport,
  type OwnClause,
  type OwnScenario,
  readTarget,
  verify,
} from 'abuse-feed-kit/verify';

// What your company promises in addition to the specification.
const created: OwnClause = {
  id: 'own/create-answers-201',
  sentence: 'Whoever creates a report is answered with 201.',
  on: 'create',
  when: ({ outcome }) => outcome === 'success',
  demand: ({ exchange: { response } }) =>
    response.status === 201 || { expected: 'status 201', actual: `status ${response.status}` },
};

// Requests that show it, where those of the kit do not.
const scored: OwnScenario = {
  name: 'a report with the highest score',
  clauses: [created.id],
  run: ({ create, callers, draft }) => create(callers.researcher, draft({ confidenceScore: 100 })),
};

await using server = await startServer({ dialect: { 'create.status.created': 200 } });
const target = readTarget('my-server.yaml', { at: server });
const result = await verify(target, { clauses: [created], scenarios: [scored] });

writeFileSync('verify.json', jsonReport(result));
writeFileSync('verify.xml', junitReport(result));
writeFileSync('verify.html', htmlReport(result));
const broken = result.clauses.filter(({ verdict }) => verdict === 'broken');
console.log(
  result.verdict,
  broken.map(({ id }) => id),
);
