import { DialectProblem } from '../dialects/dialect.ts';
import { bugEntry } from '../http/request-log.ts';
import { nearest } from '../spec/nearest.ts';
import { version } from '../spec/package-root.ts';
import type { ExitCode, Io } from './io.ts';
import { UsageError } from './options.ts';

export type Command = (args: string[], io: Io) => Promise<ExitCode>;

/** Loaded on demand, to keep the start fast. */
const commands: { [name: string]: { says: string; load: () => Promise<Command> } } = {
  serve: {
    says: 'start a stand-in server',
    load: async () => (await import('./serve/serve.ts')).serve,
  },
  verify: {
    says: 'check an implementation against the specification, clause by clause',
    load: async () => (await import('./verify/verify.ts')).verify,
  },
  statement: {
    says: 'check that a conformance statement matches a report',
    load: async () => (await import('./statement/statement.ts')).statement,
  },
  replay: {
    says: 'repeat the requests behind a cause, and say whether it is fixed',
    load: async () => (await import('./replay/replay.ts')).replay,
  },
  listen: {
    says: 'judge a server by its live traffic, as a proxy in front of it',
    load: async () => (await import('./listen/listen.ts')).listen,
  },
  judge: {
    says: 'judge a server and its clients from recorded traffic',
    load: async () => (await import('./listen/judge.ts')).judge,
  },
  init: {
    says: 'write a target file for verify, interactively',
    load: async () => (await import('./init/init.ts')).init,
  },
  twin: {
    says: 'verify a server, learn its answers, and start a stand-in that behaves like it',
    load: async () => (await import('./twin/twin.ts')).twin,
  },
  selftest: {
    says: 'check the kit itself: every mutant rejected, every variant accepted',
    load: async () => (await import('./selftest/selftest.ts')).selftest,
  },
  dialects: {
    says: 'list the dialects, show one, or compare two',
    load: async () => (await import('./dialects.ts')).dialects,
  },
  matrix: {
    says: 'run your tests under many dialects, and report what they rely on',
    load: async () => (await import('./matrix/matrix.ts')).matrix,
  },
  merge: {
    says: 'merge the JSON reports of self-test shards',
    load: async () => (await import('./selftest/merge.ts')).merge,
  },
  docs: {
    says: 'write the API reference and the guide as a static site',
    load: async () => (await import('./docs.ts')).docs,
  },
  health: {
    says: 'check the health of a running stand-in',
    load: async () => (await import('./health/health.ts')).health,
  },
};

const help = `abuse-feed: a stand-in and a contract-test kit for the Abuse-Report Feed and
Static-Analysis Lookup Service

Usage: abuse-feed <command> [options]

${Object.entries(commands)
  .map(([name, { says }]) => `  ${name.padEnd(10)} ${says}`)
  .join('\n')}

  abuse-feed <command> --help   shows the options of a command
  abuse-feed --version          prints the version
`;

/** The whole program as a function. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = args[0] === 'help' && args[1] !== undefined ? [args[1], '--help'] : args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? io.stderr : io.stdout).write(help);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    io.stdout.write(`${version()}\n`);
    return 0;
  }
  return withExitCode(async () => (await commandNamed(name).load())(rest, io), io);
}

/** Turns what a command throws into a message and an exit code. */
export async function withExitCode(act: () => Promise<ExitCode>, io: Io): Promise<ExitCode> {
  try {
    return await act();
  } catch (error) {
    if (io.signal.aborted && error instanceof Error && error.name === 'AbortError') {
      io.stderr.write('abuse-feed: Stopped before the end.\n');
      return 3;
    }
    const isMistake = error instanceof UsageError || error instanceof DialectProblem;
    io.stderr.write(isMistake ? `abuse-feed: ${error.message}\n` : bugReport(error));
    return isMistake ? 2 : 3;
  }
}

/** An unexpected error. Its exit code must differ from that of a verdict. */
export const bugReport = (problem: unknown): string =>
  `abuse-feed: This is a bug of abuse-feed, and says nothing about your server: ${bugEntry(problem).bug}\n`;

function commandNamed(name: string) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  const near = nearest(name, Object.keys(commands));
  const hint = near ? ` Did you mean "${near}"?` : '';
  throw new UsageError(`There is no command "${name}".${hint} See abuse-feed --help.`);
}
