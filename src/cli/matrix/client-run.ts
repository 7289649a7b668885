import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Differences, dialectOf } from '../../dialects/dialect.ts';
import { type CommandSurroundings, runCommand } from '../../matrix/command-process.ts';
import { notesOf, type RequestEvent } from '../../matrix/request-events.ts';
import { serverInRun, variablesOf } from '../../matrix/run-in-server.ts';
import { Stopped } from '../../matrix/search.ts';
import { testResults } from '../../matrix/test-results.ts';
import type { Answers, Change, Run } from '../../matrix/trial.ts';
import { startServer } from '../../server.ts';
import { dialectText } from '../../spec/dialect-text.ts';
import { environmentOf } from './environment.ts';

/** What all runs of one matrix share. */
export interface ClientRunOptions {
  readonly command: readonly string[];
  readonly surroundings: CommandSurroundings;
  /** Holds the files passed to the command. */
  readonly folder: string;
  /** The time limit of a run, in milliseconds. */
  readonly limit: number;
}

/** Runs the command once, with a temporary stand-in. */
export async function runUnder(
  change: Change,
  { command, surroundings, folder, limit }: ClientRunOptions,
): Promise<Run> {
  const { signal, env } = surroundings;
  throwIfStopped(signal);
  const { label, answers, most = Infinity } = change;
  const dialect = dialectOf(answers as Differences);
  const own = mkdtempSync(join(folder, 'run-'));
  const notesFile = join(own, 'notes');
  const events: RequestEvent[] = [];
  const enough = new AbortController();
  const inRun = serverInRun(change, dialect, (event) => {
    events.push(event);
    if (events.length > most) enough.abort();
  });
  await using server = await startServer({ dialect, ...inRun });
  // It may have been stopped while the server started, and no event would tell the command.
  throwIfStopped(signal);
  const started = performance.now();
  const ended = await runCommand(
    command,
    {
      ...surroundings,
      env: {
        ...env,
        ...environmentOf(server),
        // Servers that the command starts itself use the same dialect and note their requests.
        ABUSE_FEED_DIALECT: dialectFile(own, label, answers),
        ...variablesOf(change, notesFile),
      },
    },
    { limit, enough: enough.signal },
  );
  const ms = performance.now() - started;
  // By then, the last response has been noted.
  await server.close();
  const others = existsSync(notesFile) ? readFileSync(notesFile, 'utf8').split('\n') : [];
  for (const line of others.filter(Boolean)) events.push(JSON.parse(line));
  return {
    label,
    passed: ended.end === 'exit 0',
    ...ended,
    ms,
    results: testResults(ended.output),
    ...notesOf(events),
    events,
  };
}

function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new Stopped('interrupted');
}

function dialectFile(folder: string, label: string, answers: Answers): string {
  const path = join(folder, `${label.replace(/[^\w.-]+/g, '-').slice(0, 80)}.dialect.yaml`);
  const entries = Object.entries(answers).map(([id, answer]) => ({ id, answer, comments: [] }));
  writeFileSync(path, dialectText([], entries));
  return path;
}
