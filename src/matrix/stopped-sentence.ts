import { listed, plural } from '../values/listed.ts';
import { failingAnswers, isFailing } from './reliances.ts';
import type { Answers, SearchResult } from './search-result.ts';

/** One sentence of what was done before it was stopped, and what was not. */
export function stoppedSentence(outcome: SearchResult, why: string): string {
  const parts = [...doneIn(outcome), ...leftIn(outcome)];
  return `Stopped before its end (${why}), after ${plural(outcome.runs, 'run')}: ${parts.join('; ')}.`;
}

function mixWords({ extent }: SearchResult): [one: string, several: string] {
  return extent === 'given' ? ['dialect', 'dialects'] : ['mix', 'mixes'];
}

function doneIn(outcome: SearchResult): string[] {
  const { answers, mixes, planned } = outcome;
  const done: string[] = [];
  if (planned.answers > 0) {
    const failing = failingAnswers(outcome).length || 'none';
    const tried = `${answers.length} of ${plural(planned.answers, 'other answer')}`;
    done.push(`it was run with ${tried}, each alone, and fails with ${failing} of them`);
  }
  if (mixes.length > 0) {
    const failing = mixes.filter(isFailing).length || 'none';
    const tried = `${mixes.length} of ${plural(planned.mixes, ...mixWords(outcome))}`;
    done.push(`it was run under ${tried}, and fails under ${failing} of them`);
  }
  return done;
}

function leftIn(outcome: SearchResult): string[] {
  const { mixes, control } = outcome;
  const unexplained = unexplainedMixes(outcome);
  const hasFailed = failingAnswers(outcome).length > 0 || mixes.some(isFailing);
  return [
    ...untriedIn(outcome),
    ...(unexplained.length > 0 ? [`what ${namesIn(unexplained)} fails for was not found out`] : []),
    ...(hasFailed && control.length === 0
      ? ['whether it still passes under the default was not tried']
      : []),
  ];
}

function untriedIn(outcome: SearchResult): string[] {
  const { answers, mixes, planned, limitsLeft, unrepeated } = outcome;
  const left = [
    ...countText(planned.answers - answers.length, 'answer', 'answers'),
    ...countText(planned.mixes - mixes.length, ...mixWords(outcome)),
    ...countText(limitsLeft, 'limit of requests', 'limits of requests'),
  ];
  if (left.length === 0) return [];
  const failedOnce =
    unrepeated.length > 0
      ? `, of which ${namesIn(unrepeated)} failed once and ${unrepeated.length === 1 ? 'was' : 'were'} not run again`
      : '';
  return [`not tried: ${left.join(', ')}${failedOnce}`];
}

function namesIn(labels: readonly string[]): string {
  return listed(labels, (label) => label).join(', ');
}

function countText(count: number, one: string, several: string): string[] {
  return count > 0 ? [plural(count, one, several)] : [];
}

/** Mixes that fail, though no answer of theirs is known to. */
function unexplainedMixes({ answers, mixes }: SearchResult): string[] {
  const failing = answers.filter(isFailing);
  const isKnown = (switched: Answers): boolean =>
    failing.some((trial) => switched[trial.id] === trial.answer);
  return mixes
    .filter((mix) => isFailing(mix) && !mix.needs && !isKnown(mix.switched))
    .map(({ label }) => label);
}
