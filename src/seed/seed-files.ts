import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Mistake, parsedDocument, type Source } from '../document/document.ts';
import { endlessNumber } from '../document/endless-number.ts';
import { keyOf } from '../document/path.ts';
import { bytesOfFile, whyUnreadable } from '../document/text-file.ts';
import { nearest } from '../values/nearest.ts';
import { SeedProblem } from './seed-problem.ts';

export const seedParts = ['services', 'callers', 'analyses', 'reports'] as const;
export type SeedPart = (typeof seedParts)[number];

/** A seed file with its content, or why it could not be read. */
export interface SeedFile extends Source {
  readonly part: SeedPart;
  readonly value?: unknown;
  readonly mistake?: Mistake;
  /** Existing entries that those of the file are added to. */
  readonly before?: readonly unknown[];
}

export type SeedFiles = { readonly [part in SeedPart]: SeedFile };

function fileOf(part: SeedPart): string {
  return `${part}.yaml`;
}

const fileNames = seedParts.map(fileOf);

export function readSeedFiles(folder: string): SeedFiles {
  const present = filesIn(folder);
  const files = seedParts.map((part) => [part, readSeedFile(folder, part, present)]);
  return Object.fromEntries(files) as SeedFiles;
}

function readSeedFile(folder: string, part: SeedPart, present: readonly string[]): SeedFile {
  const file = fileOf(part);
  try {
    if (!present.includes(file)) throw new Error(missing(file, present));
    const source = { file, text: decoded(bytesOfFile(join(folder, file))) };
    const parsed = parsedDocument(source);
    const said = 'mistake' in parsed ? parsed : { value: plain(parsed.value) };
    return { part, ...source, ...said };
  } catch (error) {
    const says = whyUnreadable(error);
    return { part, file, text: '', mistake: { path: [], file, says } };
  }
}

function filesIn(folder: string): string[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  const expected = `expected a folder with ${fileNames.join(', ')}`;
  if (!found) throw new SeedProblem(folder, [`there is no such folder; ${expected}`]);
  if (!found.isDirectory()) throw new SeedProblem(folder, [`this is not a folder; ${expected}`]);
  return readdirSync(folder);
}

function missing(file: string, present: readonly string[]): string {
  const others = present.filter((name) => !fileNames.includes(name));
  const other = nearest(file, others);
  const hint = other ? `; there is "${other}": rename it?` : '';
  return `the file is missing; expected a list, which may be empty: []${hint}`;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('the text is not UTF-8; expected YAML in UTF-8');
  }
}

/** YAML can express what JSON cannot: an alias makes two places share a value. */
function plain(value: unknown): unknown {
  const endless = endlessNumber(value);
  if (endless)
    throw new Error(`${keyOf(endless)} is not a finite number; expected a finite number`);
  return JSON.parse(JSON.stringify(value));
}
