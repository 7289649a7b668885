import { expect, test } from 'vitest';
import { answering, json, runOf } from '../../judging/run/run.test.support.ts';
import type { Draft } from '../requests/draft.ts';
import { targetAt } from '../target/target.test.support.ts';
import { features } from '../values/catalogue.ts';
import { AcceptedValues } from './accepted-values.ts';

/** What is stored by a server that takes no other reports, of some values and what it has refused before. */
async function storedBy(takes: (draft: Draft) => boolean, classes: { [feature: string]: number }) {
  const sent: Draft[] = [];
  const url = await answering(async (request, response) => {
    const draft = JSON.parse(Buffer.concat(await request.toArray()).toString());
    sent.push(draft);
    const id = `${String(sent.length).padStart(8, '0')}-1111-4111-8111-111111111111`;
    const body = takes(draft) ? { id, successful: true } : { error: 'no', successful: false };
    json(takes(draft) ? 201 : 400, body)(request, response);
  });
  const context = runOf(targetAt(url)).context('values');
  const wanted = Object.entries(classes).flatMap(
    ([feature, nth]) => features[feature as keyof typeof features][nth]?.[0] ?? [],
  );
  const accepted = new AcceptedValues(context);
  const store = async () => {
    await accepted.stored(context, wanted, context.callers.researcher, context.target.service);
    return sent.at(-1) as Draft;
  };
  return { first: await store(), again: await store(), requests: sent.length };
}

const signsAndPort = { text: 1, port: 3 };

test('values that are accepted are sent together', async () => {
  const { first, requests } = await storedBy(() => true, signsAndPort);
  expect(first.tags[0]).toContain('%41');
  expect(first.c2Address).toMatch(/:65535$/);
  expect(requests).toBe(2);
});

test('a value that is refused is left out, and another of its class is sent', async () => {
  const takes = ({ c2Address }: Draft) => !c2Address.endsWith(':65535');
  const { first, again } = await storedBy(takes, signsAndPort);
  for (const { tags, c2Address } of [first, again]) {
    expect(tags[0]).toContain('%41');
    expect(c2Address).toMatch(/:10000$/);
  }
});

test('of a text, only the pieces that are refused are left out', async () => {
  const takes = ({ tags }: Draft) => !tags.some((tag) => tag.includes('<'));
  const { first, again } = await storedBy(takes, signsAndPort);
  expect(first.tags[0]).toContain('%41');
  expect(first.tags[0]).not.toContain('<');
  expect(again).toMatchObject({ tags: first.tags });
});

test('where all tags but the usual ones are refused, these are sent', async () => {
  const takes = ({ tags }: Draft) => tags.includes('abuse-feed-kit');
  const { first } = await storedBy(takes, { text: 1, length: 2, beside: 1, port: 3 });
  expect(first.tags).toContain('abuse-feed-kit');
});
