import { listed, plural } from '../values/listed.ts';
import { acceptedLines } from './accepted.ts';
import { adviceOn } from './advice.ts';
import { failingAnswers, isFlaky, reliances, type Searched, trialsOfAnswers } from './reliances.ts';
import type { Conclusion } from './report.ts';
import { calledApi, unreached, untouched } from './touched-points.ts';
import { endOf, isFailing, type Run, type Trial, touchedIn } from './trial.ts';

/** What the specification leaves open but no dialect varies, and so no run has tested. */
const notVaried: readonly string[] = [
  'the order of members in a body',
  'the form of staticAnalysisDuration',
  'redirects',
  'the absence of headers that only the stand-in sends',
];

export function concludeAnswers(searched: Searched): Conclusion {
  const { usual, trials, accepted, fixed } = searched;
  return {
    kind: 'matrix',
    ...verdictOn(searched),
    reliesOn: reliances(searched),
    findings: [],
    usual,
    trials: trials.map((trial) => {
      const ends = endOf(trial);
      return { ...trial, ends, isBad: ends !== 'passes' };
    }),
    more: {
      accepted,
      waits: impatient(searched) === undefined,
      untouched: untouched(runsOf(searched).flatMap(({ notes }) => notes)),
      notVaried: [...fixed, ...notVaried],
    },
  };
}

type Verdict = Pick<Conclusion, 'exitCode' | 'sentence' | 'remarks'>;

function verdictOn(searched: Searched): Verdict {
  const { stopped, control } = searched;
  const [first] = control;
  const runs = runsOf(searched);
  const idle = runs.filter(({ notes }) => !calledApi(notes));
  const isAllIdle = idle.length > 0 && idle.length === runs.length;
  if (isAllIdle) return nothingSeen(idle, 'in any run', stopped);
  if (first && !first.passed) return failsAtFirst(first);
  if (isFlaky(searched)) return flaky(searched);
  const fails = failingAnswers(searched).length > 0 || mixesOf(searched).some(isFailing);
  if (idle.length > 0 && !fails) return nothingSeen(idle, `under ${labelsOf(idle)}`, stopped);
  return {
    exitCode: fails ? 1 : stopped === undefined ? 0 : 3,
    sentence: stopped ?? sentenceOf(searched),
    remarks: [...(stopped === undefined ? [] : leftOpen(searched, fails)), ...remarksOn(searched)],
  };
}

function mixesOf({ trials }: Searched): Trial[] {
  return trials.filter(({ kind }) => kind === 'mix');
}

/** All runs that show what the command touches. */
function runsOf(searched: Searched): Run[] {
  const { control } = searched;
  return [...control.slice(0, 1), ...trialsOfAnswers(searched).flatMap(({ runs }) => runs)];
}

function labelsOf(all: readonly { readonly label: string }[]): string {
  return listed([...new Set(all.map(({ label }) => label))], (label) => label).join(', ');
}

function sentenceOf(searched: Searched): string {
  const mixes = mixesOf(searched);
  const failingMixes = mixes.filter(isFailing);
  if (searched.isGiven) {
    const all = mixes.length + (searched.control.length > 0 ? 1 : 0);
    const given = (before: string) =>
      all === 1 ? 'the one dialect that was given' : `${before}${all} dialects`;
    return failingMixes.length > 0
      ? `The command fails under ${failingMixes.length} of ${given('')}: ${labelsOf(failingMixes)}.`
      : `The command passes under ${given('each of ')}.`;
  }
  const answers = searched.trials.filter(({ kind }) => kind === 'answer');
  const points = new Set(answers.map(({ point }) => point)).size;
  const all = `${plural(answers.length, 'other answer')} to ${plural(points, 'open point')}`;
  const mixed = plural(mixes.length, 'mix', 'mixes');
  const failing = failingAnswers(searched);
  if (failing.length > 0)
    return `The command fails with ${failing.length} of ${all}, each tried alone.`;
  if (failingMixes.length > 0)
    return `The command passes with each of ${all}, tried alone, and fails in ${failingMixes.length} of ${mixed} of them.`;
  const alsoMixed = mixes.length > 0 ? `, and in ${mixed} in which every two of them meet` : '';
  return `The command passes with each of ${all}, tried alone${alsoMixed}.`;
}

function failsAtFirst({ end, isStopped, notes }: Run): Verdict {
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

function nothingSeen(idle: readonly Run[], where: string, stopped?: string): Verdict {
  const failed = idle.filter(({ passed }) => !passed);
  return {
    exitCode: 3,
    sentence: `The stand-in saw no request of the API ${where}, so nothing is known of the command there.`,
    remarks: [
      ...(stopped === undefined ? [] : [stopped]),
      ...new Set(failed.map(({ label, end }) => `Under ${label} it fails (${end}).`)),
      ...elsewhere(idle),
      'The command must send its requests to the URL in ABUSE_FEED_BASE_URL, or that of a world it makes at ABUSE_FEED_ADMIN_URL.',
      'If it starts its own server by startServer() or abuse-feed serve, do not give that server a dialect.',
    ],
  };
}

function flaky(searched: Searched): Verdict {
  const { control, stopped } = searched;
  const trials = trialsOfAnswers(searched);
  const failedAgain = control.filter(({ passed }) => !passed).length;
  const differing = trials
    .filter((trial) => endOf(trial) === 'unsteady')
    .map(({ label, runs }) => {
      const good = runs.filter(({ passed }) => passed).length;
      return good > 0
        ? `with ${label}, ${good} of ${plural(runs.length, 'run')} passed`
        : `with ${label} it fails before it touches that`;
    });
  const how = [
    ...(failedAgain > 0
      ? [`under the default, ${failedAgain} of ${control.length} runs failed`]
      : []),
    ...differing,
  ];
  const suspects = trials.filter(isFailing);
  return {
    exitCode: 1,
    sentence: `The command is flaky: ${listed(how, (one) => one).join('; ')}.`,
    remarks: [
      ...(stopped === undefined ? [] : [stopped]),
      'So no open point is named. Fix the flaky command first, then run the matrix again. Runs that go on at the same time must share no port and no file.',
      ...(suspects.length > 0 ? [`It failed each time with ${labelsOf(suspects)}.`] : []),
    ],
  };
}

/** What would have been found out next. */
function leftOpen(searched: Searched, fails: boolean): string[] {
  const { trials, control } = searched;
  const once = trials.filter((trial) => endOf(trial) === 'failed once');
  const isExplained =
    failingAnswers(searched).length > 0 || trials.some(({ needs }) => needs !== undefined);
  const unexplained = isExplained ? [] : mixesOf(searched).filter(isFailing);
  return [
    ...(once.length > 0 ? [`Failed once, and not run again: ${labelsOf(once)}.`] : []),
    ...(unexplained.length > 0 ? [`What makes it fail in ${labelsOf(unexplained)} is open.`] : []),
    ...(fails && control.length < 2
      ? ['Whether it still passes under the default was not tried.']
      : []),
  ];
}

function remarksOn(searched: Searched): string[] {
  const { fixed, accepted, control } = searched;
  const runs = runsOf(searched);
  const notes = runs.flatMap((run) => run.notes);
  const limits = unreached(touchedIn({ runs }), notes);
  return [
    ...mixRemarks(searched),
    ...behindFailures(searched),
    ...(fixed.length > 0 ? [`Not varied here: ${fixed.join(', ')}.`] : []),
    ...acceptedLines(accepted),
    ...(limits.length > 0 ? [`Limits that no request has reached: ${limits.join(', ')}.`] : []),
    ...(control.length > 0 ? untouchedRemarks(notes) : []),
    `No dialect varies ${notVaried.join(', ')}.`,
    ...elsewhere(runs),
    ...impatience(searched),
  ];
}

/** Where answers fail alone, the verdict is about them, and mixes are of the others. */
function mixRemarks(searched: Searched): string[] {
  const mixes = mixesOf(searched);
  if (searched.isGiven || mixes.length === 0 || failingAnswers(searched).length === 0) return [];
  const failing = mixes.filter(isFailing).length;
  const passing = searched.trials.filter(
    (trial) => trial.kind === 'answer' && endOf(trial) === 'passes',
  ).length;
  const ends = failing === 0 ? 'It passes in all of them.' : `It fails in ${failing} of them.`;
  return [
    `The ${plural(passing, 'answer')} that it passes with ${passing === 1 ? 'was' : 'were'} tried in ${plural(mixes.length, 'mix', 'mixes')} as well. ${ends}`,
  ];
}

/** Points that only a failing answer leads to. */
function behindFailures(searched: Searched): string[] {
  const touchedFirst = touchedIn({ runs: searched.control.slice(0, 1) });
  const tried = new Set(searched.trials.map(({ point }) => point));
  const lines = failingAnswers(searched).flatMap((trial) => {
    const behind = [...touchedIn(trial)].filter((id) => !touchedFirst.has(id) && !tried.has(id));
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
  const most = by.map(({ request, touches }) => `${request} (${touches})`).join('; ');
  const requests = most ? ` Requests that would touch the most: ${most}.` : '';
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
function impatient({ trials }: Searched): Trial | undefined {
  return trials.find(
    ({ kind, runs }) => kind === 'limit' && runs.length > 1 && runs.every(({ passed }) => !passed),
  );
}

/** No open point is relied on by giving up, so that the verdict is that of the other runs. */
function impatience(searched: Searched): string[] {
  const trial = impatient(searched);
  if (!trial) return [];
  return [
    `It does not wait when told to come back later: it fails (${trial.runs[0]?.end}) where the first request of each operation is refused with ${trial.limit} and Retry-After: 1. ${adviceOn('any.rate-limit')}`,
  ];
}
