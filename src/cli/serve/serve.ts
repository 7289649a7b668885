import { bugEntry, jsonLog, terminalLog } from '../../http/request-log.ts';
import { TlsProblem } from '../../http/tls/tls-keys.ts';
import { ControlProblem } from '../../index.ts';
import { SeedProblem } from '../../seed/seed-problem.ts';
import { type OwnOptions, type RunningServer, startServer } from '../../server.ts';
import { DataDamaged, DataFolderInUse, DataFolderUnusable } from '../../store/file/errors.ts';
import { StoreBroken } from '../../store/store.ts';
import { readHar } from '../../traffic/har.ts';
import { nearest } from '../../values/nearest.ts';
import { type ExitCode, type Io, untilStopped } from '../io.ts';
import { command, refuseArguments, UsageError } from '../options.ts';
import { readTraffic } from '../written.ts';
import { firstScreen } from './first-screen.ts';
import { options, settingsFrom } from './settings.ts';

const definition = {
  page: 'docs/serve.md',
  begins: 'Starts a stand-in server.\n\nUsage: abuse-feed serve [options]',
  example: 'abuse-feed serve --memory --dialect strict',
  options,
};

export const serve = command(definition, async ({ values, positionals }, io) => {
  refuseArguments(positionals, 'serve');
  // Loaded for --like only, to keep the start fast.
  const likenessOf = values.like === undefined ? undefined : (await import('./like.ts')).likenessOf;
  const settings = settingsFrom(values, io, likenessOf);
  const { chosen, config } = settings;
  const { host, port, seedData } = settings.server;
  const mutant = settings.mutant === undefined ? undefined : await mutantNamed(settings.mutant);
  const replay = values.replay && (await readTraffic(values.replay, io, readHar));
  const write = (line: string) => void io.stderr.write(line);
  const log = io.stderr.isTTY ? terminalLog(write) : jsonLog(write);

  const hiddenTokens = new Set(settings.secrets.keys());
  const notify = (sentence: string) => write(noticeLine(sentence, io.stderr.isTTY));

  let server: RunningServer | undefined;
  try {
    server = await startServer({
      ...settings.server,
      hiddenTokens,
      readAgain: () => readAgain(() => settingsFrom(values, io, likenessOf), hiddenTokens),
      dialect: chosen.dialect,
      ...(mutant && { mutant: mutant.mutation() }),
      ...(replay && { replay }),
      ...(!settings.quiet && { log }),
      ...(settings.matrix && {
        onAnswer: settings.matrix.onAnswer,
        faultsIn: settings.matrix.faultsIn,
      }),
      // Logged even with request logging off.
      notice: notify,
    });
    await server.configureWorlds(config.worlds ?? []);
  } catch (error) {
    await server?.close();
    io.stderr.write(`abuse-feed: ${startProblem(error, host, port)}\n`);
    return 1;
  }
  const running = server;
  const hide = (text: string) => running.withoutTokens(io.secrets?.theirs(text) ?? text);
  const logBug = (problem: unknown) => log(bugEntry(problem, hide));
  const defence = lastDefence(io, logBug);
  const endReloads = reloadsOf(server, io, notify);
  io.stdout.write(
    firstScreen(server, chosen, mutant, {
      config: settings.file,
      seedData,
      secrets: settings.secrets,
      replay:
        values.replay === undefined
          ? undefined
          : { file: values.replay, otherwise: settings.server.replayElse ?? 'refuse' },
    }),
  );
  for (const sentence of settings.lacks) notify(sentence);
  const inputEnded = values['exit-with-stdin'] ? [io.inputEnded?.()] : [];
  const code = await Promise.race([defence.failed, untilStopped(io), ...inputEnded]);
  endReloads?.();
  await server.close().catch(logBug);
  defence.end();
  return code ?? 0;
});

/** What the server begins with, by the files as they are now. */
function readAgain(
  read: () => ReturnType<typeof settingsFrom>,
  hiddenTokens: Set<string>,
): ReturnType<NonNullable<OwnOptions['readAgain']>> {
  try {
    const { server, chosen, config, secrets } = read();
    for (const token of secrets.keys()) hiddenTokens.add(token);
    return { ...server, dialect: chosen.dialect, worlds: config.worlds ?? [] };
  } catch (error) {
    if (error instanceof UsageError) throw new ControlProblem('invalid-request', error.message);
    throw error;
  }
}

function reloadsOf(server: RunningServer, { onReload }: Io, notify: (sentence: string) => void) {
  return onReload?.(() => {
    server.reload().then(
      () => notify('Seed data and configuration were read again.'),
      (error: Error) => notify(`Nothing was changed, for what was read again: ${error.message}`),
    );
  });
}

/**
 * Unexpected errors are logged, even with request logging off, and the server continues: requests
 * share nothing but the store. If that has failed, its contents must not be served.
 */
function lastDefence({ unforeseen }: Io, logBug: (problem: unknown) => void) {
  let fail: (code: ExitCode) => void;
  const failed = new Promise<ExitCode>((resolve) => {
    fail = resolve;
  });
  const end = unforeseen?.((problem) => {
    logBug(problem);
    if (problem instanceof StoreBroken) fail(1);
  });
  return { failed, end: () => end?.() };
}

function noticeLine(notice: string, readable = false): string {
  return readable
    ? `abuse-feed: ${notice}\n`
    : `${JSON.stringify({ time: new Date().toISOString(), notice })}\n`;
}

const explained = [
  SeedProblem,
  TlsProblem,
  ControlProblem,
  DataDamaged,
  DataFolderInUse,
  DataFolderUnusable,
];

/** Why it could not start, in one line; unexpected errors are rethrown. */
function startProblem(error: unknown, host: string, port: number): string {
  if (explained.some((kind) => error instanceof kind)) return (error as Error).message;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop the other program, or choose another port with --port.`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this user. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine. Choose another with --host.`;
    default:
      throw error;
  }
}

/** Mutants are loaded for --mutant only, to keep the start fast. */
async function mutantNamed(name: string) {
  const { mutants } = await import('../../../contract-tests/selftest/mutants/index.ts');
  const found = mutants.find((mutant) => mutant.name === name);
  if (found) return found;
  const near = nearest(
    name,
    mutants.map((mutant) => mutant.name),
  );
  const hint = near
    ? `Did you mean "${near}"?`
    : 'The page of the specification lists them: abuse-feed docs.';
  throw new UsageError(`There is no mutant "${name}". ${hint}`);
}
