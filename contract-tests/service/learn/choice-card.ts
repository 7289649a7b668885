import type { DocumentCheck } from '../../../src/document/document-check.ts';
import { dialectCheck } from '../../../src/spec/dialect-check.ts';
import { dialectText } from '../../../src/spec/dialect-text.ts';
import type { PointAnswer } from '../../../src/spec/open-point.ts';
import { openPoints } from '../../../src/spec/open-points.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import type { Observation } from '../../judging/verdict/evidence.ts';
import type { Target } from '../target/target.ts';
import { withoutHidden } from './hidden-points.ts';
import { whyNotSeen } from './not-seen.ts';
import type { SeenContents } from './twin.ts';

/** An answer to an open point, and the exchange that showed it. */
export interface Learned {
  readonly openPoint: string;
  readonly answer: PointAnswer;
  readonly exchange?: Exchange;
}

/** Seen, but without an answer: the server is inconsistent, or openapi.yaml has no such answer. */
export interface UnclearPoint {
  readonly openPoint: string;
  readonly why: 'contradicting' | 'no word';
  readonly seen: readonly Observation[];
}

export interface UnknownPoint {
  readonly openPoint: string;
  readonly why: string;
}

/** The answers a server was seen to give: a learned dialect. */
export interface ChoiceCard {
  readonly learned: readonly Learned[];
  readonly unclear: readonly UnclearPoint[];
  readonly unknown: readonly UnknownPoint[];
  /** The number of open points. */
  readonly points: number;
}

function answerOf(
  openPoint: string,
  seen: readonly Observation[],
  mistakesIn: DocumentCheck,
): Learned | UnclearPoint | undefined {
  const [first, ...others] = seen;
  if (!first) return undefined;
  if (others.length > 0) return { openPoint, why: 'contradicting', seen };
  const { value, exchange } = first;
  // An undefined value would look like an omitted answer.
  const hasWord = value !== undefined && mistakesIn({ [openPoint]: value }).length === 0;
  if (!hasWord) return { openPoint, why: 'no word', seen };
  return { openPoint, answer: value as PointAnswer, ...(exchange && { exchange }) };
}

function isLearned(one: Learned | UnclearPoint): one is Learned {
  return 'answer' in one;
}

/** Observations by open point. Points made meaningless by another answer are omitted. */
export function choiceCard(observations: readonly Observation[], target: Target): ChoiceCard {
  const points = openPoints;
  const mistakesIn = dialectCheck(points);
  const arisen = withoutHidden(observations);
  const settled = points.flatMap(({ id }) => {
    const seen = arisen.filter(({ openPoint }) => openPoint === id);
    return answerOf(id, seen, mistakesIn) ?? [];
  });
  const isSettled = (id: string): boolean => settled.some(({ openPoint }) => openPoint === id);
  return {
    learned: settled.filter(isLearned),
    unclear: settled.filter((one): one is UnclearPoint => !isLearned(one)),
    unknown: points
      .filter(({ id }) => !isSettled(id))
      .map(({ id }) => ({ openPoint: id, why: whyNotSeen(id, target) })),
    points: points.length,
  };
}

/** Method, path and status: enough to find it again, without secrets. */
function shownBy({ request, response, caller }: Exchange): string {
  const url = new URL(request.url);
  return `${request.method} ${url.pathname}${url.search} as ${caller}: ${response.status}`;
}

function unclearLines({ openPoint, why, seen }: UnclearPoint): string[] {
  const values = seen.map(({ value }) => JSON.stringify(value)).join(' and ');
  const said =
    why === 'contradicting'
      ? `${openPoint}: seen as ${values}, which contradict each other; so it is left out here.`
      : `${openPoint}: seen as ${values}, which openapi.yaml has no answer for; left out here.`;
  return [
    said,
    ...seen.flatMap(({ value, exchange }) =>
      exchange ? [`  ${JSON.stringify(value)}: ${shownBy(exchange)}`] : [],
    ),
  ];
}

/** As a dialect file: one line per answer, below the exchange that showed it. */
export function cardFile(
  card: ChoiceCard,
  about: { readonly baseUrl: string; readonly startedAt: string },
  seen?: SeenContents,
): string {
  const answers = dialectText(
    [
      `The answers of ${about.baseUrl}, as seen on ${about.startedAt.slice(0, 10)}.`,
      `${card.learned.length} of ${card.points} open points; the rest is the default.`,
    ],
    card.learned.map(({ openPoint, answer, exchange }) => ({
      id: openPoint,
      answer,
      comments: exchange ? [shownBy(exchange)] : [],
    })),
    card.unclear.flatMap(unclearLines),
  );
  return seen ? `${answers}\n${seenText(seen)}` : answers;
}

function seenText({ callers, analyses }: SeenContents): string {
  const rows = (key: string, all: readonly object[]): string[] =>
    all.length === 0
      ? [`  ${key}: []`]
      : [`  ${key}:`, ...all.map((one) => `    - ${JSON.stringify(one)}`)];
  return [
    '# No answers: what else was seen, for serve --like.',
    'seen:',
    ...rows('callers', callers),
    ...rows('analyses', analyses),
    '',
  ].join('\n');
}
