import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { load, YAMLException } from 'js-yaml';
import { nearest } from '../spec/nearest.ts';
import { type Mistake, type SeedPart, SeedProblem, seedFiles, seedParts } from './seed-problem.ts';

/** What the files say, as far as it could be read. */
export type SeedValues = { readonly [part in SeedPart]?: unknown };

export function readSeedFiles(folder: string): { values: SeedValues; mistakes: Mistake[] } {
  const present = filesIn(folder);
  const values: { [part in SeedPart]?: unknown } = {};
  const mistakes: Mistake[] = [];
  for (const part of seedParts) {
    const file = seedFiles[part];
    try {
      if (!present.includes(file)) throw new Error(missing(file, present));
      values[part] = plain(load(decode(readFileSync(join(folder, file)))));
    } catch (error) {
      mistakes.push({ part, sentence: `${file}${reason(error)}` });
    }
  }
  return { values, mistakes };
}

function filesIn(folder: string): string[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  const expected = `expected a folder with ${Object.values(seedFiles).join(', ')}`;
  if (!found) throw new SeedProblem(folder, [`there is no such folder; ${expected}`]);
  if (!found.isDirectory()) throw new SeedProblem(folder, [`this is not a folder; ${expected}`]);
  return readdirSync(folder);
}

function missing(file: string, present: readonly string[]): string {
  const other = nearest(
    file,
    present.filter((name) => !(Object.values(seedFiles) as string[]).includes(name)),
  );
  const hint = other ? `; there is "${other}": rename it?` : '';
  return `the file is missing; expected a list, which may be empty: []${hint}`;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('the text is not UTF-8; expected YAML in UTF-8');
  }
}

/** YAML can say what JSON cannot: an alias makes two places share one value, or a value hold itself. */
function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    throw new Error(
      'an alias makes a value contain itself; expected data that can be written as JSON',
    );
  }
}

function reason(error: unknown): string {
  if (!(error instanceof YAMLException)) return `: ${(error as Error).message}`;
  if (!error.mark) return `: ${error.reason}; expected one list, which may be empty: []`;
  const { line, column } = error.mark;
  return `:${line + 1}:${column + 1}: not valid YAML: ${error.reason}`;
}
