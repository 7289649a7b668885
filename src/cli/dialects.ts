import { chooseDialect, summary } from '../dialects/choose.ts';
import { answerTo, type Dialect } from '../dialects/dialect.ts';
import { dialectNames, namedDialects } from '../dialects/named.ts';
import { dialectText } from '../spec/dialect-text.ts';
import { openPoints } from '../spec/open-points.ts';
import { nearest } from '../values/nearest.ts';
import { command, seedFrom, text, UsageError } from './options.ts';

const definition = {
  page: 'docs/dialects.md',
  begins: `Lists the dialects, shows one, or shows how two differ.

Usage: abuse-feed dialects                 list them
       abuse-feed dialects show D          show a dialect as a file that can be edited
       abuse-feed dialects diff D [D]      show in words how two differ (the second: default)

D is a name, a dialect file, or random.`,
  example: 'abuse-feed dialects diff strict',
  options: { 'dialect-seed': text('N', 'the seed of a random dialect') },
};

export const dialects = command(definition, async ({ values, positionals }, io) => {
  const seed = values['dialect-seed'];
  const chosen = (asked: string) =>
    chooseDialect(asked, { cwd: io.cwd, ...(seed !== undefined && { seed: seedFrom(seed) }) });
  const [action, first, second, more] = positionals;
  if (seed !== undefined && ![first, second].includes('random')) {
    throw new UsageError('--dialect-seed is for random, and no dialect asked for is that.');
  }

  if (action === undefined) io.stdout.write(list());
  else if (action === 'show' && first !== undefined && second === undefined) {
    const { label, dialect } = chosen(first);
    io.stdout.write(shown(label, dialect));
  } else if (action === 'diff' && first !== undefined && more === undefined) {
    const one = chosen(first);
    const other = chosen(second ?? 'default');
    io.stdout.write(difference(one.label, one.dialect, other.label, other.dialect));
  } else if (actions.includes(action) && first === undefined) {
    throw new UsageError(
      `dialects ${action} needs a dialect: a name, a file, or random. abuse-feed dialects lists the names.`,
    );
  } else {
    throw new UsageError(`${notUnderstood(action, positionals)} See --help.`);
  }
  return 0;
});

const actions = ['show', 'diff'];

function notUnderstood(action: string, given: readonly string[]): string {
  if (action === 'show') return 'dialects show takes one dialect.';
  if (action === 'diff') return 'dialects diff takes one dialect or two.';
  const isDialect = [...dialectNames, 'random'].includes(action);
  const near = isDialect ? `show ${action}` : nearest(action, actions);
  const hint = near ? ` Did you mean "dialects ${near}"?` : '';
  return `dialects does not understand "${given.join(' ')}".${hint}`;
}

function list(): string {
  const width = Math.max(...dialectNames.map((name) => name.length));
  const lines = dialectNames.map((name) => {
    const { says, differences } = namedDialects[name];
    const count = Object.keys(differences).length;
    return `  ${name.padEnd(width)}  ${says} (${count} of ${openPoints.length} answers differ)`;
  });
  return [
    ...lines,
    `  ${'random'.padEnd(width)}  by dice; --dialect-seed N repeats one`,
    '',
    'Start one with abuse-feed serve --dialect NAME. See abuse-feed dialects --help.',
    '',
  ].join('\n');
}

/** Printed as a dialect file, so that it can be saved and edited. */
function shown(label: string, dialect: Dialect): string {
  const answers = openPoints.flatMap(({ id, question, default: usual }) => {
    const answer = answerTo(dialect, id);
    return answer === usual ? [] : [{ id, answer, comments: [question] }];
  });
  return dialectText([`${label}: ${summary(dialect)}.`], answers);
}

function difference(oneLabel: string, one: Dialect, otherLabel: string, other: Dialect): string {
  const differing = openPoints.filter(
    (point) => answerTo(one, point.id) !== answerTo(other, point.id),
  );
  if (differing.length === 0) return `${oneLabel} and ${otherLabel} give the same answers.\n`;
  const width = Math.max(oneLabel.length, otherLabel.length);
  const lines = differing.flatMap((point) => [
    '',
    `${point.question} (${point.id}, section ${point.section})`,
    `  ${oneLabel.padEnd(width)}  ${answerTo(one, point.id)}`,
    `  ${otherLabel.padEnd(width)}  ${answerTo(other, point.id)}`,
  ]);
  const count = `${differing.length} of ${openPoints.length} answers differ`;
  return [`${oneLabel} and ${otherLabel}: ${count}.`, ...lines, ''].join('\n');
}
