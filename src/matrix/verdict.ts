import type { OpenPointId } from '../dialects/dialect.ts';
import { listed, plural } from '../values/listed.ts';
import { acceptedLines } from './accepted.ts';
import { adviceOn } from './advice.ts';
import { idsOf } from './answers.ts';
import { type Blame, failingAnswersOf } from './blame.ts';
import { combinations } from './combinations.ts';
import { calledApi, unreached } from './exercised-points.ts';
import { leftOut } from './left-out.ts';
import { answersOf, dialectCoverage } from './plan.ts';
import { type Reliance, reliances } from './reliances.ts';
import type { MatrixCommandRun, SearchResult } from './search-result.ts';
import { untouched } from './untouched.ts';

/** What the specification leaves open but no dialect varies, and so no run has tested. */
export const notVaried: readonly string[] = [
  'the order of members in a body',
  'the form of staticAnalysisDuration',
  'redirects',
  'the absence of headers that only the stand-in sends',
  'the number of requests a second',
];

/** A summary in sentences; `found` is what it lists as relied on. */
export function conclusion(outcome: SearchResult, found = reliances(outcome)): string {
  const { runs, blamed, stopped } = outcome;
  if (runs.length === 0) return '';
  const failed = runs.filter(({ passed }) => !passed);
  const idle = runs.filter(({ notes }) => !calledApi(notes));
  if (idle.length > 0 && (idle.length === runs.length || failed.length === 0)) {
    return nothingSeen(runs, idle);
  }
  if (blamed.unsteady) return flaky(blamed.unsteady);
  if (failed.length > 0 && failed.length === runs.length) {
    const [hint] = runs
      .filter(({ isStopped }) => isStopped)
      .map(({ end }) => ` (${end}; --timeout allows more)`);
    return `The command fails under each of the ${runs.length} dialects that it was run under, the default included, so that no open point can be named${hint ?? ''}.\n`;
  }
  const verdict =
    failed.length === 0
      ? `The command passes under all ${runs.length} dialects.`
      : `The command fails under ${failed.length} of ${runs.length} dialects.`;
  return [
    ...(stopped === undefined ? [] : [`Stopped before its end: ${stopped}. This is known so far.`]),
    verdict,
    ...coverageLines(outcome),
    ...acceptedLines(outcome.accepted ?? []),
    ...runs.flatMap(({ label, before, passed }) =>
      before && passed
        ? [
            `Under ${label} it failed before its first request (${before}), and passed when run again: no answer's doing, but a cold start may be.`,
          ]
        : [],
    ),
    ...leftOut(outcome),
    ...(found.length > 0 ? ['It relies on what the specification leaves open:', ''] : []),
    ...found.flatMap(relianceLines),
    ...failed.flatMap((run) => notExplained(run, blamed, stopped)),
    ...impatience(outcome),
    '',
  ].join('\n');
}

/** No open point is relied on by giving up, so the exit code is that of the other runs. */
const impatience = ({ impatient }: SearchResult): string[] =>
  impatient
    ? [
        'It does not wait when told to come back later:',
        `  it fails (${impatient.end}) where the first request of each operation is refused with ${impatient.limit} and Retry-After: 1.`,
        `  ${adviceOn('any.rate-limit')}`,
      ]
    : [];

function coverageLines({ runs, all, blamed }: SearchResult): string[] {
  const { points, answers, unspoken, hidden } = dialectCoverage(all, failingAnswersOf(blamed));
  const tried = answers - unspoken.length;
  const [pairs, triples] = [2, 3].map((size) => {
    const { tried, all: possible } = combinations(all, size);
    return `${tried.toLocaleString('en')} of ${plural(possible, size === 2 ? 'pair' : 'triple')}`;
  });
  const ending = `${plural(all.length, 'run')}, with ${pairs} and ${triples}: what no run combined was not tried`;
  const notes = all.flatMap((run) => run.notes);
  const limits = unreached(points, notes);
  return [
    `It exercised ${points.length} open points with ${answers} answers; ${unspoken.length === 0 ? `all ${answers}` : `only ${tried} of them`} were tried in ${ending}.`,
    ...(unspoken.length > 0 ? [`Not tried: ${listed(unspoken, (one) => one).join(', ')}.`] : []),
    ...(hidden.length > 0
      ? [
          `Nothing is known of ${hidden.length} of them, since it fails for something else there: ${listed(hidden, (one) => one).join(', ')}.`,
        ]
      : []),
    ...(limits.length > 0 ? [`Limits that no request has reached: ${limits.join(', ')}.`] : []),
    ...untouchedLines(notes),
    `No dialect varies ${notVaried.join(', ')}.`,
    ...(runs.some(({ elsewhere }) => elsewhere.length > 0) ? [elsewhereLine(runs)] : []),
  ];
}

const untouchedLines = (notes: readonly string[]): string[] => {
  const { points, all, by } = untouched(notes);
  const most = by.map(({ request, touches }) => `${request} (${touches})`);
  return points.length === 0
    ? []
    : [
        `${points.length} of ${all} open points were not touched.${most.length > 0 ? ` Requests that would touch the most: ${most.join('; ')}.` : ''}`,
      ];
};

const elsewhereLine = (runs: readonly MatrixCommandRun[]): string => {
  const places = [...new Set(runs.flatMap(({ elsewhere }) => elsewhere))];
  return `Requests that count for nothing here went to ${listed(places, (one) => one).join(', ')}.`;
};

function nothingSeen(runs: readonly MatrixCommandRun[], idle: readonly MatrixCommandRun[]): string {
  const where =
    idle.length === runs.length
      ? 'in any run'
      : `under ${idle.map(({ label }) => label).join(', ')}`;
  const none = idle.every(({ elsewhere }) => elsewhere.length === 0);
  const failed = idle.filter(({ passed }) => !passed);
  return [
    `The stand-in saw no request of the API ${where}, so nothing is known of the command there.`,
    ...failed.map(({ label, end, before }) =>
      before
        ? `Under ${label} it fails before any request, twice (${end}).`
        : `Under ${label} it fails (${end}).`,
    ),
    ...(none ? [] : [elsewhereLine(idle)]),
    'The command must send its requests to the URL in ABUSE_FEED_BASE_URL, or that of a world it makes at ABUSE_FEED_ADMIN_URL.',
    'If it starts its own server by startServer() or abuse-feed serve, do not give that server a dialect.',
    '',
  ].join('\n');
}

function flaky({ why, passed }: NonNullable<Blame['unsteady']>): string {
  const good = passed.filter(Boolean).length;
  return [
    `The command is flaky: of ${passed.length} runs of the same dialect (${why}) ${good} passed and ${passed.length - good} failed.`,
    'So no open point is named. Fix the flaky command first, then run the matrix again.',
    '',
  ].join('\n');
}

function notExplained(
  { label, notes, end }: MatrixCommandRun,
  { causes, unresolved }: Blame,
  stopped: string | undefined,
): string[] {
  const left = unresolved.get(label);
  if (left) {
    const ids = idsOf(left);
    const more = ids.length > 5 ? ` and ${ids.length - 5} more` : '';
    const also = causes.get(label)?.length ? ' also' : '';
    return [
      `No runs are left to find out more: ${label} may${also} fail because of ${ids.slice(0, 5).join(', ')}${more}. Allow more with --budget${stopped ? ' and --time' : ''}.`,
    ];
  }
  if (notes.length === 0 && !causes.get(label)?.length) {
    return [
      `Under ${label} it fails before its first request, twice (${end}): no answer was given yet.`,
    ];
  }
  return causes.get(label)?.length === 0 ? [`No open point was made out for ${label}.`] : [];
}

const isOnlyOne = (
  id: OpenPointId,
  passesWith: readonly unknown[],
  failsWith: readonly unknown[],
) =>
  passesWith.length === 1 && failsWith.length > 1 && answersOf(id).length === 1 + failsWith.length;

export const testLines = (tests: readonly string[]): string[] => {
  const names = listed(tests, (name) => `"${name}"`).join(', ');
  if (tests.length === 0) return [];
  return [`    in ${tests.length === 1 ? 'test' : 'one or more of the tests'} ${names}`];
};

const relianceLines = ({ points, tests }: Reliance): string[] => [
  ...(points.length > 1 ? ['  Together:'] : []),
  ...points.flatMap(({ id, question, section, passesWith, failsWith, advice }) => [
    `  ${id}  ${question} (section ${section})`,
    `    passes with ${passesWith.join(', ')}, fails with ${failsWith.join(', ')}`,
    ...(isOnlyOne(id, passesWith, failsWith) ? ['    No other answer will do.'] : []),
    `    ${advice}`,
  ]),
  ...testLines(tests),
  '',
];
