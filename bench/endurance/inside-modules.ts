import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import typescript from 'typescript';

let folder: string | undefined;
const made = new Map<string, string>();

/**
 * A module of `inside` as JavaScript. Node 20 cannot load the TypeScript, and a loader in the
 * server's process would make every start twice as long.
 */
export function insideModule(name: string): string {
  const before = made.get(name);
  if (before !== undefined) return before;
  folder ??= temporary();
  const file = join(folder, name.replace(/\.ts$/, '.mjs'));
  const source = readFileSync(join(import.meta.dirname, 'inside', name), 'utf8');
  const { outputText } = typescript.transpileModule(source, {
    compilerOptions: {
      target: typescript.ScriptTarget.ES2022,
      module: typescript.ModuleKind.ESNext,
    },
  });
  writeFileSync(file, outputText);
  made.set(name, file);
  return file;
}

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'abuse-feed-inside-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}
