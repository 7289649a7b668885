import { pointById } from '../dialects/dialect.ts';
import { listed, plural } from '../values/listed.ts';
import { acceptedLines } from './accepted.ts';
import { adviceOn } from './advice.ts';
import { leftOut } from './left-out.ts';
import { failingAnswers, isFailing, isFlaky, type Reliance, reliances } from './reliances.ts';
import {
  type Answers,
  type CommandRun,
  endOf,
  type JudgedRun,
  type SearchResult,
  type Trial,
} from './search-result.ts';
import { stoppedSentence } from './stopped-sentence.ts';
import { calledApi, unreached } from './touched-points.ts';
import { untouched } from './untouched.ts';

/** What the specification leaves open but no dialect varies, and so no run has tested. */
export const notVaried: readonly string[] = [
  'the order of members in a body',
  'the form of staticAnalysisDuration',
  'redirects',
  'the absence of headers that only the stand-in sends',
];

/** What is known in the end: 0 it passes, 1 it fails, 3 nothing that could be relied on. */
export interface Verdict {
  readonly code: 0 | 1 | 3;
  readonly sentence: string;
  /** Each a remark of its own. */
  readonly remarks: readonly string[];
}

export function verdictOf(outcome: SearchResult): Verdict {
  const { first, mixes, stopped } = outcome;
  const end = stopped === undefined ? [] : [stoppedSentence(outcome, stopped)];
  const idle = idleRuns(outcome);
  const isAllIdle = idle.length > 0 && idle.length === runsOf(outcome).length;
  if (isAllIdle) return { code: 3, ...nothingSeen(idle, 'in any run', end) };
  if (first && !first.passed) return { code: 1, ...failsAtFirst(first) };
  if (isFlaky(outcome)) return { code: 1, ...flaky(outcome, end) };
  const hasFailed = failingAnswers(outcome).length > 0 || mixes.some(isFailing);
  if (idle.length > 0 && !hasFailed)
    return { code: 3, ...nothingSeen(idle, `under ${labelsOf(idle)}`, end) };
  const [sentence = sentenceOf(outcome)] = end;
  const code = hasFailed ? 1 : stopped === undefined ? 0 : 3;
  return { code, sentence, remarks: remarksOn(outcome) };
}

/** The verdict, what is relied on, and remarks, as text. */
export function conclusion(outcome: SearchResult): string {
  const { sentence, remarks } = verdictOf(outcome);
  const found = reliances(outcome);
  return [
    sentence,
    ...(found.length > 0 ? ['It relies on what the specification leaves open:', ''] : []),
    ...found.flatMap(relianceLines),
    ...remarks,
    '',
  ].join('\n');
}

function trialsOf({ answers, mixes }: SearchResult): readonly Trial[] {
  return [...answers, ...mixes];
}

/** All runs that show what the command touches. */
function runsOf(outcome: SearchResult): JudgedRun[] {
  const first = outcome.first ? [outcome.first] : [];
  return [...first, ...trialsOf(outcome).flatMap(({ runs }) => runs)];
}

/** Runs without API calls, which have tried nothing. */
function idleRuns(outcome: SearchResult): JudgedRun[] {
  return runsOf(outcome).filter(({ notes }) => !calledApi(notes));
}

function labelsOf(runs: readonly CommandRun[]): string {
  return listed([...new Set(runs.map(({ label }) => label))], (label) => label).join(', ');
}

function sentenceOf(outcome: SearchResult): string {
  const { extent, answers, mixes } = outcome;
  if (extent === 'given') return givenSentence(outcome);
  const failing = failingAnswers(outcome);
  const failingMixes = mixes.filter(isFailing);
  if (extent === 'mixes') {
    const ends =
      failingMixes.length > 0
        ? `it fails in ${failingMixes.length} of ${plural(mixes.length, 'mix', 'mixes')} of answers`
        : `it passes in ${plural(mixes.length, 'mix', 'mixes')} of answers`;
    return `This was a quick look: ${ends}. In a mix, one answer may hide what another does; without --mixes, each is tried alone.`;
  }
  const points = new Set(answers.map(({ id }) => id)).size;
  const all = `${plural(answers.length, 'other answer')} to ${plural(points, 'open point')}`;
  if (failing.length > 0)
    return `The command fails with ${failing.length} of ${all}, each tried alone.`;
  if (failingMixes.length > 0)
    return `The command passes with each of ${all}, tried alone, and fails in ${failingMixes.length} of ${plural(mixes.length, 'mix', 'mixes')} of them.`;
  const alsoMixed =
    mixes.length > 0
      ? `, and in ${plural(mixes.length, 'mix', 'mixes')} in which every two of them meet`
      : '';
  return `The command passes with each of ${all}, tried alone${alsoMixed}.`;
}

function givenSentence({ mixes, first }: SearchResult): string {
  const failing = mixes.filter(isFailing);
  const all = mixes.length + (first ? 1 : 0);
  if (failing.length === 0) return `The command passes under ${dialects(all, 'each of ')}.`;
  return `The command fails under ${failing.length} of ${dialects(all)}: ${labelsOf(failing.flatMap(({ runs }) => runs))}.`;
}

function dialects(count: number, before = ''): string {
  return count === 1 ? 'the one dialect that was given' : `${before}${count} dialects`;
}

function failsAtFirst({ end, isStopped, notes, before }: JudgedRun) {
  const twice = before === undefined ? '' : ', twice';
  const when = notes.length === 0 ? ` before any request${twice}` : '';
  return {
    sentence: `The command fails under the default dialect${when} (${end}), so that no open point can be named.`,
    remarks: [
      ...(isStopped ? ['--timeout allows it more time.'] : []),
      'Let it pass there first. If it is made for a server that answers otherwise, say so with --accept.',
    ],
  };
}

/** `end` says how it was stopped, if it was. */
function nothingSeen(idle: readonly JudgedRun[], where: string, end: readonly string[]) {
  return {
    sentence: `The stand-in saw no request of the API ${where}, so nothing is known of the command there.`,
    remarks: [
      ...end,
      ...idle.flatMap(({ label, end, passed, before }) =>
        passed
          ? []
          : [`Under ${label} it fails${before ? ' before any request, twice' : ''} (${end}).`],
      ),
      ...elsewhere(idle),
      'The command must send its requests to the URL in ABUSE_FEED_BASE_URL, or that of a world it makes at ABUSE_FEED_ADMIN_URL.',
      'If it starts its own server by startServer() or abuse-feed serve, do not give that server a dialect.',
    ],
  };
}

function flaky(outcome: SearchResult, end: readonly string[]) {
  const { control } = outcome;
  const unsteady = trialsOf(outcome).filter((trial) => endOf(trial) === 'unsteady');
  const failedAgain = control.filter(({ passed }) => !passed).length;
  const differing = unsteady.map(({ label, runs }) => {
    const good = runs.filter(({ passed }) => passed).length;
    return good > 0
      ? `with ${label}, ${good} of ${plural(runs.length, 'run')} passed`
      : `with ${label} it fails before it touches that`;
  });
  const again =
    failedAgain > 0
      ? [`under the default, ${failedAgain} of ${plural(control.length + 1, 'run')} failed`]
      : [];
  const suspects = trialsOf(outcome).filter(isFailing);
  return {
    sentence: `The command is flaky: ${listed([...again, ...differing], (one) => one).join('; ')}.`,
    remarks: [
      ...end,
      'So no open point is named. Fix the flaky command first, then run the matrix again; --repeat decides by majority. Runs that go on at the same time must share no port and no file.',
      ...(suspects.length > 0
        ? [`It failed each time with ${listed(suspects, ({ label }) => label).join(', ')}.`]
        : []),
    ],
  };
}

function remarksOn(outcome: SearchResult): string[] {
  const { fixed, accepted, first } = outcome;
  const runs = runsOf(outcome);
  const notes = runs.flatMap((run) => run.notes);
  const touched = new Set(runs.flatMap((run) => [...run.touched]));
  const limits = unreached(touched, notes);
  const cold = runs.filter(({ before, passed }) => before !== undefined && passed);
  return [
    ...mixRemarks(outcome),
    ...behindFailures(outcome),
    ...(fixed.length > 0 ? [`Not varied here: ${fixed.join(', ')}.`] : []),
    ...acceptedLines(accepted),
    ...cold.map(
      ({ label, before }) =>
        `Under ${label} it failed before its first request (${before}), and passed when run again: no answer's doing, but a cold start may be.`,
    ),
    ...leftOut(outcome),
    ...(limits.length > 0 ? [`Limits that no request has reached: ${limits.join(', ')}.`] : []),
    ...(first ? untouchedRemarks(notes) : []),
    `No dialect varies ${notVaried.join(', ')}.`,
    ...elsewhere(runs),
    ...impatience(outcome),
  ];
}

/** Where answers fail alone, the verdict is about them, and mixes are of the others. */
function mixRemarks(outcome: SearchResult): string[] {
  const { extent, mixes, answers } = outcome;
  if (extent !== 'each' || mixes.length === 0 || failingAnswers(outcome).length === 0) return [];
  const failing = mixes.filter(isFailing).length;
  const passing = answers.filter((trial) => endOf(trial) === 'passes').length;
  const ends = failing === 0 ? 'It passes in all of them.' : `It fails in ${failing} of them.`;
  return [
    `The ${plural(passing, 'answer')} that it passes with ${passing === 1 ? 'was' : 'were'} tried in ${plural(mixes.length, 'mix', 'mixes')} as well. ${ends}`,
  ];
}

/** Points that only a failing answer leads to. */
function behindFailures(outcome: SearchResult): string[] {
  const { first, answers } = outcome;
  const tried = new Set(answers.map(({ id }) => id));
  const lines = failingAnswers(outcome).flatMap(({ label, runs }) => {
    const ids = new Set(runs.flatMap(({ touched }) => [...touched]));
    const behind = [...ids].filter((id) => !first?.touched.has(id) && !tried.has(id));
    return behind.length > 0 ? [`${behind.join(', ')} (with ${label})`] : [];
  });
  if (lines.length === 0) return [];
  return [
    `Touched only where it fails, and so not tried: ${listed(lines, (one) => one).join('; ')}.`,
  ];
}

function untouchedRemarks(notes: readonly string[]): string[] {
  const { points, all, by } = untouched(notes);
  if (points.length === 0) return [];
  const most = by.map(({ request, touches }) => `${request} (${touches})`);
  const requests =
    most.length > 0 ? ` Requests that would touch the most: ${most.join('; ')}.` : '';
  return [
    `${points.length} of ${plural(all, 'open point')} were not touched in any run.${requests}`,
  ];
}

function elsewhere(runs: readonly CommandRun[]): string[] {
  const places = [...new Set(runs.flatMap((run) => run.elsewhere))];
  if (places.length === 0) return [];
  return [
    `Requests that count for nothing here went to ${listed(places, (one) => one).join(', ')}.`,
  ];
}

/** No open point is relied on by giving up, so that the verdict is that of the other runs. */
function impatience({ impatient }: SearchResult): string[] {
  return impatient
    ? [
        `It does not wait when told to come back later: it fails (${impatient.end}) where the first request of each operation is refused with ${impatient.limit} and Retry-After: 1. ${adviceOn('any.rate-limit')}`,
      ]
    : [];
}

function testLine(tests: readonly string[]): string[] {
  if (tests.length === 0) return [];
  const names = listed(tests, (name) => `"${name}"`).join(', ');
  return [`in ${tests.length === 1 ? 'test' : 'one or more of the tests'} ${names}`];
}

function answersText(answers: Answers): string {
  return Object.entries(answers)
    .map(([id, answer]) => `${id}: ${answer}`)
    .join(', ');
}

/** What is said beside a relied point: that it is reached in one way, that one answer alone will do. */
export function relianceNotes({ points, where, tests }: Reliance): string[] {
  const [point] = points;
  const { passesWith = [], failsWith = [], id = '' } = point ?? {};
  const alternatives = pointById.get(id)?.alternatives.length ?? 0;
  const isOnlyOne =
    points.length === 1 &&
    passesWith.length === 1 &&
    failsWith.length > 1 &&
    failsWith.length === alternatives;
  const ways = where.map(answersText).join(', or with ');
  return [
    ...(ways ? [`Touched only with ${ways}, which passes otherwise.`] : []),
    ...(isOnlyOne ? ['No other answer will do.'] : []),
    ...testLine(tests),
  ];
}

function relianceLines(reliance: Reliance): string[] {
  return [
    ...(reliance.points.length > 1 ? ['  Together, and none of them alone:'] : []),
    ...reliance.points.flatMap(({ id, question, section, passesWith, failsWith, advice }) => [
      `  ${id}  ${question} (section ${section})`,
      `    passes with ${passesWith.join(', ')}, fails with ${failsWith.join(', ')}`,
      `    ${advice}`,
    ]),
    ...relianceNotes(reliance).map((note) => `    ${note}`),
    '',
  ];
}
