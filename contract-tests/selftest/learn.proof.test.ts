import { expect, test } from 'vitest';
import { openPoints } from '../../src/spec/open-points.ts';
import { cardFile, judgeTarget } from '../index.ts';
import { isHidden } from '../service/learn/hidden-points.ts';
import {
  answerTo,
  type Dialect,
  dialectNames,
  dialectOf,
  namedDialects,
  parseDialect,
  randomDialect,
  startServer,
} from './server.ts';
import { referenceTarget } from './trial.ts';

/** Two answers that look the same from outside: one is learned for the other. */
interface Alike {
  readonly point: string;
  /** Absent if nothing is learned. */
  readonly learned?: string;
  readonly why: string;
  readonly when: (dialect: Dialect) => boolean;
}

const alike: readonly Alike[] = [
  {
    point: 'auth.order',
    why: 'one text for all errors, and the same status for a stranger and for what is no report',
    when: (d) =>
      d['any.error-text'] === 'terse' &&
      d['create.status.no-token'] === d['create.status.invalid-report'] &&
      d['create.status.unknown-token'] === d['create.status.invalid-report'],
  },
  {
    point: 'create.null-fields',
    why: 'it shows only where a field may be left out',
    when: (d) =>
      d['create.required.tags'] &&
      d['create.required.referenceLink'] &&
      d['create.required.confidenceScore'],
  },
  {
    point: 'delete.afterwards',
    learned: 'forgotten',
    why: 'one text for all errors, and the same status for a report deleted and one that never was',
    when: (d) =>
      d['any.error-text'] === 'terse' &&
      d['fetch.status.unknown-report'] === d['fetch.status.deleted-report'] &&
      (d['delete.absent'] === 'accepted' ||
        d['delete.status.unknown-report'] === d['delete.status.deleted-report']),
  },
];

/** No run sees them, whatever the target file says. */
const outOfSight: readonly string[] = [
  'any.rate-limit',
  'any.status.internal-error',
  'any.status.unavailable',
  'auth.lifetime',
  'lookup.initial-requests',
  'lookup.reset',
];

/** Seen only if a run happens to be too fast: must be right if learned, but may be missing. */
const byChance = /\.status\.rate-limited$/;

/** The answers that a card should have for a server of this dialect. */
function expectedOf(dialect: Dialect): Map<string, unknown> {
  const given = new Map<string, unknown>(Object.entries(dialect));
  for (const { point, learned, when } of alike) if (when(dialect)) given.set(point, learned);
  const seen = openPoints
    .map(({ id }) => id)
    .filter((id) => given.get(id) !== undefined && !outOfSight.includes(id) && !byChance.test(id))
    .filter((id) => !isHidden(id, (other) => given.get(other)));
  return new Map(seen.map((id) => [id, given.get(id)]));
}

/** Starts a server with a dialect and learns from it. */
async function learnFrom(dialect: Dialect) {
  await using server = await startServer({ dialect });
  const result = await judgeTarget(referenceTarget(server, dialect), { learn: true });
  const { card } = result.own ?? {};
  if (!card) throw new Error('a run that learns has a card');
  const { startedAt } = result;
  return {
    result,
    text: cardFile(card, { baseUrl: server.baseUrl, startedAt }),
    answers: new Map<string, unknown>(
      card.learned.map(({ openPoint, answer }) => [openPoint, answer]),
    ),
  };
}

function cardMistakes(
  dialect: Dialect,
  { answers, result }: Awaited<ReturnType<typeof learnFrom>>,
): string[] {
  const expected = expectedOf(dialect);
  const missed = [...expected].flatMap(([id, answer]) =>
    answers.get(id) === answer ? [] : [`${id} is ${answer}, learned ${answers.get(id)}`],
  );
  const invented = [...answers].flatMap(([id, answer]) =>
    expected.has(id) || (byChance.test(id) && answerTo(dialect, id) === answer)
      ? []
      : [`${id} was learned as ${answer}, and cannot be seen`],
  );
  const judged = result.verdict === 'conforms' ? [] : [`${result.verdict}: ${result.summary}`];
  return [...judged, ...missed, ...invented];
}

/** Learns from a server, then from its twin, and returns the differences. */
async function lesson(dialect: Dialect) {
  const original = await learnFrom(dialect);
  const mistakes = cardMistakes(dialect, original);
  const twin = await learnFrom(dialectOf(parseDialect(original.text, 'the card')));
  for (const id of new Set([...original.answers.keys(), ...twin.answers.keys()])) {
    const one = original.answers.get(id);
    const other = twin.answers.get(id);
    if (one !== other && !byChance.test(id))
      mistakes.push(`${id}: ${one} of the original, ${other} of its twin`);
  }
  return { learned: [...original.answers.keys()], mistakes };
}

const dialects = [
  ...dialectNames.map((name) => [name, dialectOf(namedDialects[name].differences)] as const),
  // Answers that none of these shows completely.
  [
    'secretive',
    dialectOf({
      'delete.afterwards': 'remembered',
      'fetch.who': 'creator-and-owner',
      'lookup.who': 'researchers',
      'report.name': 'always Sighting: 1',
    }),
  ] as const,
  ['random 1', randomDialect(1)] as const,
];

const learnedPoints = new Set<string>();

test.each(dialects)(
  'the card of %s has its answers, and the card of its twin is the same',
  async (_name, dialect) => {
    const { mistakes, learned } = await lesson(dialect);
    expect(mistakes).toEqual([]);
    for (const id of learned) learnedPoints.add(id);
  },
);

test('every open point was learned from one of them, but for those out of sight or seen by chance', () => {
  const ids = openPoints.map(({ id }) => id);
  const never = ids.filter((id) => !learnedPoints.has(id) && !byChance.test(id));
  expect(never.sort()).toEqual(outOfSight);
});

test('what looks like another answer is an open point', () => {
  const ids = new Set<string>(openPoints.map(({ id }) => id));
  expect(alike.filter(({ point }) => !ids.has(point))).toEqual([]);
});
