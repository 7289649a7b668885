import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkedTarget, foundHashes, safeCopy, survey } from '../../../contract-tests/index.ts';
import { shellWord } from '../../traffic/curl.ts';
import { command, list, refuseArguments, text, UsageError } from '../options.ts';
import { orUsageError } from '../verify/judged.ts';
import { mustBeWritable, writeOutput } from '../written.ts';
import { askForTarget, Cancelled, questions } from './init-answers.ts';
import { targetText, variablesOf } from './target-text.ts';

const definition = {
  page: 'docs/verify.md',
  begins: `Writes a target file for abuse-feed verify: asks for what it needs and tries it against the server.

Usage: abuse-feed init [options]

On a terminal, what is not given is asked for. Tokens are never written down: the file names a
variable for each. A token may come from that variable instead of an option, which others can see.`,
  options: {
    ...Object.fromEntries(questions.map(({ option, value, says }) => [option, text(value, says)])),
    limited: list(
      'TOKEN=4',
      'a caller with a known, small number of requests left; may be repeated',
    ),
    sha256: list(
      'HASH',
      'a file it has an analysis for; may be repeated; uses up a request of the analyst',
    ),
    out: text('FILE', 'the file to write (default abuse-feed-target.yaml)'),
  },
  ends: 'Exit codes: 0 the file was written, 2 wrong usage, 3 the server did not respond or init was interrupted.',
};

/** Writes a target file after trying it out. */
export const init = command(definition, async ({ values, positionals }, io) => {
  refuseArguments(positionals, 'init');
  const out = values.out ?? 'abuse-feed-target.yaml';
  const path = resolve(io.cwd, out);
  if (existsSync(path)) throw new UsageError(`${out} is there already. Give another --out.`);
  mustBeWritable(out, io);
  const all = await askForTarget(values as { readonly [option: string]: string }, io, {
    limited: values.limited ?? [],
    sha256: values.sha256 ?? [],
  }).catch((error: unknown) => {
    if (error instanceof Cancelled) return undefined;
    throw error;
  });
  if (!all) {
    io.stdout.write('\nStopped. Nothing was written.\n');
    return 3;
  }
  const target = orUsageError(() => checkedTarget(all.target));
  const seen = await survey(target, { signal: io.signal });
  if (seen.unreachable !== undefined) {
    io.stdout.write(`No response: ${seen.unreachable}. Nothing was written.\n`);
    return 3;
  }
  const files = target.areas.includes('lookup')
    ? await foundHashes(target, { signal: io.signal })
    : [];
  const found = safeCopy({ seen, files });
  if (!writeOutput(out, io, () => targetText(all, found.seen, found.files))) return 2;
  const names = variablesOf(all).map(({ name }) => name);
  io.stdout.write(
    [
      `Written: ${out}`,
      ...found.seen.callers.map(({ key, seems }) => `  ${key} seems ${seems}`),
      ...found.files.map(({ file, missing }) =>
        missing === undefined
          ? `  ${file.sha256}: found`
          : `  ${file.sha256}: no analysis came: ${missing}`,
      ),
      ...(names.length > 0
        ? ['Tokens were not written down. Set these variables before you use the file:']
        : []),
      ...names.map((name) => `  export ${name}='…'`),
      `Next: abuse-feed verify --target ${shellWord(out)} --dry-run`,
      '',
    ].join('\n'),
  );
  return 0;
});
