import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../spec/package-root.ts';

const folder = join(packageRoot, 'dist', 'prepared');

/** Named after the text it was made of, so that it cannot be out of date. */
const pathOf = (name: string, text: string): string =>
  join(folder, `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 32)}.json`);

/** What the build has made of this text; undefined where the text is another. */
export function prepared(name: string, text: string): unknown {
  try {
    return JSON.parse(readFileSync(pathOf(name, text), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Puts down what was made of these texts, and nothing else. */
export function prepare(made: readonly { name: string; text: string; value: unknown }[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, text, value } of made) {
    writeFileSync(pathOf(name, text), JSON.stringify(value));
  }
}
