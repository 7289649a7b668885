import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotStarted, ServerProcess } from '../server-process.ts';
import type { Setting } from '../trial.ts';
import { damages } from './cases.ts';
import type { Sample } from './samples.ts';

/** What a person sees: the built server on some of the damaged folders, as a process of its own. */
export async function refusedStarts(
  { files }: Sample,
  count: number,
  { folder, chance }: Setting,
): Promise<string[]> {
  const problems: string[] = [];
  const journal = [...files.keys()].find((name) => name.endsWith('.log')) ?? '';
  const original = files.get(journal) ?? Buffer.alloc(0);
  // Added at the end they may be taken for torn; anywhere else they are damage.
  const inside = [...damages(original, chance)].filter(
    ({ bytes }) => bytes.length <= original.length,
  );
  for (let time = 0; time < count; time += 1) {
    const { what, bytes } = chance.of(inside);
    const data = folder();
    for (const [name, whole] of files) writeFileSync(join(data, name), whole);
    writeFileSync(join(data, journal), bytes);
    const outcome = await ServerProcess.start({ data }).catch((error: unknown) => error);
    if (outcome instanceof ServerProcess) {
      await outcome.end('SIGKILL');
      problems.push(`the server started on ${journal}, ${what}`);
      continue;
    }
    if (!(outcome instanceof NotStarted)) throw outcome;
    const named = outcome.message.includes(`${join(data, journal)}, line `);
    if (outcome.code !== 1 || !named) {
      problems.push(`${what}: it ended with ${outcome.code} and said: ${outcome.message}`);
    }
    const untouched = readdirSync(data).every((name) => {
      const before = name === journal ? bytes : files.get(name);
      return before?.equals(readFileSync(join(data, name)));
    });
    if (!untouched) problems.push(`${what}: the files were changed`);
  }
  return problems;
}
