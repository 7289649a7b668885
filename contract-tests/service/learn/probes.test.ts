import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { answering, json, runOf } from '../../judging/run/run.test.support.ts';
import { targetAt } from '../target/target.test.support.ts';
import { probes } from './probes.ts';

/** What the service sets. */
const serviceFields = {
  name: 'rat',
  reportedAt: '2026-01-02 03:04:05',
  reportedBy: 'somebody',
  firstSeenID: randomUUID(),
};
const refusal = { error: 'It is no report.', successful: false };

/** What a probe observes at a server that accepts some bodies, and whose reports it has created there. */
async function observedAt(point: string, isAccepted: (body: string) => boolean) {
  const stored = new Map<string, object>();
  const creators = new Set<string>();
  const url = await answering(async (request, response) => {
    const { method, url: path = '', headers } = request;
    const body = await text(request);
    const say = (status: number, body: object): void => json(status, body)(request, response);
    const report = stored.get(path.replace(/.*=/, ''));
    if (method === 'GET')
      return report ? say(200, { report, successful: true }) : say(404, refusal);
    if (method !== 'POST' || !isAccepted(body)) return say(400, refusal);
    const id = randomUUID();
    stored.set(id, { ...serviceFields, ...JSON.parse(body), id });
    creators.add(headers.authorization ?? '');
    say(201, { id, successful: true });
  });
  const limited = [{ token: 'secret-limited', remaining: 4 }];
  const tokens = { researcher: 'secret-researcher', analyst: 'secret-analyst', limited };
  const run = runOf(targetAt(url, { tokens }));
  for (const probe of probes.filter(({ points }) => points?.includes(point)))
    await probe.run(run.context(point));
  const seen = run.evidence.observations.filter(({ openPoint }) => openPoint === point);
  return { creators: [...creators], seen: seen.map(({ value }) => value) };
}

const fields = ['tags', 'c2Address', 'file256Hash', 'referenceLink', 'confidenceScore'];

test.each([
  ['left-out', (body: string) => /"confidenceScore":(null|\d)|^(?!.*confidenceScore)/.test(body)],
  ['refused', (body: string) => !body.includes('null')],
] as const)('null in a field that may be left out is %s', async (answer, isAccepted) => {
  const optional = 'confidenceScore';
  const { seen } = await observedAt('create.null-fields', (body) => {
    const required = fields.filter((field) => field !== optional);
    return required.every((field) => JSON.parse(body)[field] != null) && isAccepted(body);
  });
  expect(seen).toEqual([answer]);
});

test('where no field may be left out, nothing shows what null stands for', async () => {
  const { seen } = await observedAt('create.null-fields', (body) =>
    fields.every((field) => field in JSON.parse(body)),
  );
  expect(seen).toEqual([]);
});

test.each([
  ['any', () => true],
  ['digits', (body: string) => !body.includes('.0')],
] as const)('a score may be written in %s', async (answer, isAccepted) => {
  const { seen } = await observedAt('create.score.notation', isAccepted);
  expect(seen).toEqual([answer]);
});

test('a limit that is not reached is no smaller than the largest that was accepted', async () => {
  const { seen } = await observedAt('create.tags.limit', () => true);
  expect(seen).toEqual([1001]);
});

test('each caller of whom nothing is stated is asked whether it may create', async () => {
  const { creators } = await observedAt('create.status.not-a-researcher', () => true);
  expect(creators).toEqual(['secret-analyst', 'secret-limited']);
});
