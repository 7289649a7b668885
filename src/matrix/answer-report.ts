import { listed, plural } from '../values/listed.ts';
import { acceptedLines } from './accepted.ts';
import { adviceOn } from './advice.ts';
import type { SearchResult } from './answer-search.ts';
import { failingAnswers, isFlaky, reliances, trialsOfAnswers } from './reliances.ts';
import type { MatrixExit, Report } from './report.ts';
import { calledApi, unreached, untouched } from './touched-points.ts';
import { endOf, isFailing, type Run, type Trial, touchedIn } from './trial.ts';

/** What the specification leaves open but no dialect varies, and so no run has tested. */
const notVaried: readonly string[] = [
  'the order of members in a body',
  'the form of staticAnalysisDuration',
  'redirects',
  'the absence of headers that only the stand-in sends',
];

export function answerReport(result: SearchResult): Report {
  const { usual, control, runs, stopped, accepted, fixed } = result;
  return {
    kind: 'matrix',
    ...conclusionOf(result),
    reliesOn: reliances(result),
    findings: [],
    usual,
    control,
    trials: result.trials.map((trial) => {
      const ends = endOf(trial);
      const { label, kind, answers, needs } = trial;
      return { label, kind, answers, ends, isBad: ends !== 'passes', needs, runs: trial.runs };
    }),
    runs,
    more: {
      accepted,
      waits: impatient(result) === undefined,
      untouched: untouched(runsOf(result).flatMap(({ notes }) => notes)),
      notVaried: [...fixed, ...notVaried],
    },
    stopped,
  };
}

interface Conclusion {
  readonly exitCode: MatrixExit;
  readonly sentence: string;
  readonly remarks: readonly string[];
}

function conclusionOf(result: SearchResult): Conclusion {
  const { stopped } = result;
  const [first] = result.control;
  const end = stopped === undefined ? [] : [stoppedSentence(result, stopped)];
  const idle = runsOf(result).filter(({ notes }) => !calledApi(notes));
  const isAllIdle = idle.length > 0 && idle.length === runsOf(result).length;
  if (isAllIdle) return nothingSeen(idle, 'in any run', end);
  if (first && !first.passed) return failsAtFirst(first);
  if (isFlaky(result)) return flaky(result, end);
  const hasFailed = failsIn(result);
  if (idle.length > 0 && !hasFailed) return nothingSeen(idle, `under ${labelsOf(idle)}`, end);
  return {
    exitCode: hasFailed ? 1 : stopped === undefined ? 0 : 3,
    sentence: end[0] ?? sentenceOf(result),
    remarks: remarksOn(result),
  };
}

function mixesOf({ trials }: SearchResult): Trial[] {
  return trials.filter(({ kind }) => kind === 'mix');
}

function failsIn(result: SearchResult): boolean {
  return failingAnswers(result).length > 0 || mixesOf(result).some(isFailing);
}

/** All runs that show what the command touches. */
function runsOf(result: SearchResult): Run[] {
  return [...result.control.slice(0, 1), ...trialsOfAnswers(result).flatMap(({ runs }) => runs)];
}

function labelsOf(all: readonly { readonly label: string }[]): string {
  return listed([...new Set(all.map(({ label }) => label))], (label) => label).join(', ');
}

function sentenceOf(result: SearchResult): string {
  const mixes = mixesOf(result);
  const failingMixes = mixes.filter(isFailing);
  if (result.isGiven) {
    const all = mixes.length + (result.control.length > 0 ? 1 : 0);
    return failingMixes.length > 0
      ? `The command fails under ${failingMixes.length} of ${dialects(all)}: ${labelsOf(failingMixes)}.`
      : `The command passes under ${dialects(all, 'each of ')}.`;
  }
  const answers = result.trials.filter(({ kind }) => kind === 'answer');
  const points = new Set(answers.map(({ point }) => point)).size;
  const all = `${plural(answers.length, 'other answer')} to ${plural(points, 'open point')}`;
  const failing = failingAnswers(result);
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

function dialects(count: number, before = ''): string {
  return count === 1 ? 'the one dialect that was given' : `${before}${count} dialects`;
}

function failsAtFirst({ end, isStopped, notes }: Run): Conclusion {
  const when = notes.length === 0 ? ' before any request' : '';
  return {
    exitCode: 1,
    sentence: `The command fails under the default dialect${when} (${end}), so that no open point can be named.`,
    remarks: [
      ...(isStopped ? ['--timeout allows it more time.'] : []),
      'Let it pass there first. If it is made for a server that answers otherwise, say so with --accept.',
    ],
  };
}

/** `end` says how it was stopped, if it was. */
function nothingSeen(idle: readonly Run[], where: string, end: readonly string[]): Conclusion {
  const failed = idle.filter(({ passed }) => !passed);
  return {
    exitCode: 3,
    sentence: `The stand-in saw no request of the API ${where}, so nothing is known of the command there.`,
    remarks: [
      ...end,
      ...new Set(failed.map(({ label, end: how }) => `Under ${label} it fails (${how}).`)),
      ...elsewhere(idle),
      'The command must send its requests to the URL in ABUSE_FEED_BASE_URL, or that of a world it makes at ABUSE_FEED_ADMIN_URL.',
      'If it starts its own server by startServer() or abuse-feed serve, do not give that server a dialect.',
    ],
  };
}

function flaky(result: SearchResult, end: readonly string[]): Conclusion {
  const { control } = result;
  const trials = trialsOfAnswers(result);
  const failedAgain = control.filter(({ passed }) => !passed).length;
  const again =
    failedAgain > 0 ? [`under the default, ${failedAgain} of ${control.length} runs failed`] : [];
  const unsteady = trials.filter((trial) => endOf(trial) === 'unsteady');
  const differing = unsteady.map(({ label, runs }) => {
    const good = runs.filter(({ passed }) => passed).length;
    return good > 0
      ? `with ${label}, ${good} of ${plural(runs.length, 'run')} passed`
      : `with ${label} it fails before it touches that`;
  });
  const suspects = trials.filter(isFailing);
  return {
    exitCode: 1,
    sentence: `The command is flaky: ${listed([...again, ...differing], (one) => one).join('; ')}.`,
    remarks: [
      ...end,
      'So no open point is named. Fix the flaky command first, then run the matrix again. Runs that go on at the same time must share no port and no file.',
      ...(suspects.length > 0 ? [`It failed each time with ${labelsOf(suspects)}.`] : []),
    ],
  };
}

function remarksOn(result: SearchResult): string[] {
  const { fixed, accepted, control } = result;
  const runs = runsOf(result);
  const notes = runs.flatMap((run) => run.notes);
  const touched = new Set(runs.flatMap((run) => [...run.touched]));
  const limits = unreached(touched, notes);
  return [
    ...mixRemarks(result),
    ...behindFailures(result),
    ...(fixed.length > 0 ? [`Not varied here: ${fixed.join(', ')}.`] : []),
    ...acceptedLines(accepted),
    ...(limits.length > 0 ? [`Limits that no request has reached: ${limits.join(', ')}.`] : []),
    ...(control.length > 0 ? untouchedRemarks(notes) : []),
    `No dialect varies ${notVaried.join(', ')}.`,
    ...elsewhere(runs),
    ...impatience(result),
  ];
}

/** Where answers fail alone, the verdict is about them, and mixes are of the others. */
function mixRemarks(result: SearchResult): string[] {
  const mixes = mixesOf(result);
  if (result.isGiven || mixes.length === 0 || failingAnswers(result).length === 0) return [];
  const failing = mixes.filter(isFailing).length;
  const passing = result.trials.filter(
    (trial) => trial.kind === 'answer' && endOf(trial) === 'passes',
  ).length;
  const ends = failing === 0 ? 'It passes in all of them.' : `It fails in ${failing} of them.`;
  return [
    `The ${plural(passing, 'answer')} that it passes with ${passing === 1 ? 'was' : 'were'} tried in ${plural(mixes.length, 'mix', 'mixes')} as well. ${ends}`,
  ];
}

/** Points that only a failing answer leads to. */
function behindFailures(result: SearchResult): string[] {
  const [first] = result.control;
  const tried = new Set(result.trials.map(({ point }) => point));
  const lines = failingAnswers(result).flatMap((trial) => {
    const behind = [...touchedIn(trial)].filter((id) => !first?.touched.has(id) && !tried.has(id));
    return behind.length > 0 ? [`${behind.join(', ')} (with ${trial.label})`] : [];
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

function elsewhere(runs: readonly Run[]): string[] {
  const places = [...new Set(runs.flatMap((run) => run.elsewhere))];
  if (places.length === 0) return [];
  return [
    `Requests that count for nothing here went to ${listed(places, (one) => one).join(', ')}.`,
  ];
}

/** The first run with a limit of requests that fails each time. */
function impatient({ trials }: SearchResult): Trial | undefined {
  return trials.find(
    ({ kind, runs }) => kind === 'limit' && runs.length > 1 && runs.every(({ passed }) => !passed),
  );
}

/** No open point is relied on by giving up, so that the verdict is that of the other runs. */
function impatience(result: SearchResult): string[] {
  const trial = impatient(result);
  if (!trial) return [];
  return [
    `It does not wait when told to come back later: it fails (${trial.runs[0]?.end}) where the first request of each operation is refused with ${trial.limit} and Retry-After: 1. ${adviceOn('any.rate-limit')}`,
  ];
}

interface Counted {
  readonly kind: keyof SearchResult['planned'];
  readonly one: string;
  readonly several?: string;
}

/** One sentence of what was done before it was stopped, and what was not. */
function stoppedSentence(result: SearchResult, why: string): string {
  const { trials, planned, control, isGiven } = result;
  const kinds: readonly Counted[] = [
    { kind: 'answer', one: 'other answer' },
    { kind: 'mix', one: isGiven ? 'dialect' : 'mix', several: isGiven ? 'dialects' : 'mixes' },
    { kind: 'limit', one: 'limit of requests', several: 'limits of requests' },
  ];
  const counts = kinds.flatMap(({ kind, one, several }) => {
    if (planned[kind] === 0) return [];
    const tried = trials.filter((trial) => trial.kind === kind);
    const failing = kind === 'answer' ? failingAnswers(result) : tried.filter(isFailing);
    const fails =
      kind === 'limit' || tried.length === 0 ? '' : `, and fails with ${failing.length || 'none'}`;
    return [`it was run with ${tried.length} of ${plural(planned[kind], one, several)}${fails}`];
  });
  const once = trials.filter((trial) => endOf(trial) === 'failed once');
  const unexplained = mixesOf(result).filter((mix) => isFailing(mix) && !isExplained(mix, result));
  const parts = [
    ...counts,
    ...(once.length > 0
      ? [`${labelsOf(once)} failed once and ${once.length === 1 ? 'was' : 'were'} not run again`]
      : []),
    ...(unexplained.length > 0
      ? [`what ${labelsOf(unexplained)} fails for was not found out`]
      : []),
    ...(failsIn(result) && control.length < 2
      ? ['whether it still passes under the default was not tried']
      : []),
  ];
  return `Stopped before its end (${why}), after ${plural(result.runs, 'run')}: ${parts.join('; ')}.`;
}

/** Whether a failing answer or combination in it is known. */
function isExplained({ answers }: Trial, { trials }: SearchResult): boolean {
  return trials.some((trial) => {
    const failing = trial.needs ?? (trial.kind === 'answer' && isFailing(trial) && trial.answers);
    return failing && Object.entries(failing).every(([id, answer]) => answers[id] === answer);
  });
}
