import { expect, test } from 'vitest';
import { someExchange } from '../../judging/talk/exchange.test.support.ts';
import type { Observation } from '../../judging/verdict/evidence.ts';
import { feedTargetAt } from '../target/target.test.support.ts';
import { cardFile, choiceCard } from './choice-card.ts';

const target = feedTargetAt('http://127.0.0.1:1');

const request = {
  method: 'POST',
  url: 'http://127.0.0.1:1/feed/tunnelco/api?report=x',
  headers: { authorization: 'secret-1' },
};

function seen(openPoint: string, value: unknown, status = 200): Observation {
  return {
    openPoint,
    value,
    exchange: someExchange({ request, response: { status, headers: {}, body: '' } }),
  };
}

const about = { baseUrl: 'http://127.0.0.1:1', startedAt: '2026-01-31T13:45:00Z' };

test('an answer is below the exchange that showed it, without tokens', () => {
  const text = cardFile(choiceCard([seen('create.status.created', 202, 202)], target), about);
  expect(text).toContain(
    '# POST /feed/tunnelco/api?report=x as tokens.researcher: 202\ncreate.status.created: 202\n',
  );
  expect(text).not.toContain('secret-1');
});

test('contradictory answers are comments in the file', () => {
  const card = choiceCard(
    [seen('create.status.no-token', 401), seen('create.status.no-token', 403)],
    target,
  );
  expect(card.learned).toEqual([]);
  const text = cardFile(card, about);
  expect(text).toContain('# create.status.no-token: seen as 401 and 403, which contradict');
  expect(text).not.toMatch(/^create/m);
});

test.each([
  ['report.name', 'something else'],
  ['create.status.created', 204],
  ['create.tags.limit', 3],
  ['report.id.version', 5],
])('%s seen as %s has no word, and stays a comment', (id, value) => {
  const card = choiceCard([seen(id, value)], target);
  expect(card.learned).toEqual([]);
  expect(cardFile(card, about)).toContain(
    `# ${id}: seen as ${JSON.stringify(value)}, which openapi.yaml has no answer for`,
  );
});

test('what another answer makes meaningless is left out', () => {
  const observations = [
    seen('delete.afterwards', 'forgotten'),
    seen('fetch.status.deleted-report', 404),
  ];
  const card = choiceCard(observations, target);
  expect(card.learned.map(({ openPoint }) => openPoint)).toEqual(['delete.afterwards']);
});

test.each([
  ['create.status.not-a-researcher', 'not seen: the target file has no tokens.reader'],
  ['fetch.who', 'not seen: the target file has no tokens.reader and no tokens.otherResearcher'],
  ['lookup.malformed', 'not seen: the target file has no tokens.limited'],
  ['auth.lifetime', 'not seen'],
])('%s, unknown, is %s', (id, says) => {
  const { unknown } = choiceCard([], target);
  expect(unknown.find(({ openPoint }) => openPoint === id)?.why).toBe(says);
});
