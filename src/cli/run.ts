import { DialectProblem } from '../dialects/dialect.ts';
import { bugEntry } from '../http/request-log.ts';
import { folded } from '../values/folded.ts';
import { nearest } from '../values/nearest.ts';
import { version } from '../values/package-root.ts';
import { type ExitCode, type Io, secretsOf, widthOf } from './io.ts';
import { type CommandDefinition, UsageError } from './options.ts';

export type Command = (args: string[], io: Io) => Promise<ExitCode>;

const purposes = {
  serve: 'start a stand-in server',
  verify: 'check an implementation against the specification, clause by clause',
  listen: 'judge a server and its clients by their traffic, live or recorded',
  init: 'write a target file for verify, with a comment on every key',
  dialects: 'list the dialects, show one, or compare two',
  matrix: 'run your tests under many dialects, and report what they rely on',
  docs: 'write the API reference as a static site',
  health: 'check the health of a running stand-in',
};
type CommandName = keyof typeof purposes;

/** Loaded on demand, to keep the start fast. */
export const modules: {
  readonly [name in CommandName]: () => Promise<{
    readonly [own in name]: Command & { readonly definition: CommandDefinition };
  }>;
} = {
  serve: () => import('./serve/serve.ts'),
  verify: () => import('./verify/verify.ts'),
  listen: () => import('./listen/listen.ts'),
  init: () => import('./init/init.ts'),
  dialects: () => import('./dialects.ts'),
  matrix: () => import('./matrix/matrix.ts'),
  docs: () => import('./docs.ts'),
  health: () => import('./health/health.ts'),
};

/** Commands that became options of others. */
const formerCommands = new Map([
  ['replay', 'Repeat a cause with abuse-feed verify --cause FILE --target TARGET.'],
  ['judge', 'Judge recorded traffic with abuse-feed listen --har FILE.'],
  [
    'twin',
    'Learn how a server answers with abuse-feed verify --target TARGET --card CARD, then start its stand-in with abuse-feed serve --like TARGET --dialect CARD.',
  ],
]);

const help = `abuse-feed: a stand-in and a contract-test kit for the Abuse-Report Feed and
Static-Analysis Lookup Service

Usage: abuse-feed <command> [options]

${Object.entries(purposes)
  .map(([name, purpose]) => `  ${name.padEnd(10)} ${purpose}`)
  .join('\n')}

  abuse-feed <command> --help   shows the options of a command
  abuse-feed --version          prints the version
`;

/** The whole program as a function. */
export async function run(args: string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = args[0] === 'help' && args[1] !== undefined ? [args[1], '--help'] : args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const output = name === undefined ? io.stderr : io.stdout;
    output.write(folded(help, widthOf(output)));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    io.stdout.write(`${version()}\n`);
    return 0;
  }
  const own: Io = { ...io, secrets: io.secrets ?? secretsOf(io.env) };
  return withExitCode(async () => (await commandNamed(name))(rest, own), own);
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
    io.stderr.write(isMistake ? `abuse-feed: ${error.message}\n` : bugReport(error, io.secrets));
    return isMistake ? 2 : 3;
  }
}

/** An unexpected error. Its exit code must differ from that of a verdict. */
export function bugReport(problem: unknown, secrets: Io['secrets']): string {
  const { bug } = bugEntry(problem, secrets?.theirs ?? ((text) => text));
  return `abuse-feed: This is a bug of abuse-feed, and says nothing about your server: ${bug}\n`;
}

async function commandNamed(name: string): Promise<Command> {
  if (Object.hasOwn(modules, name)) {
    const module: { readonly [own: string]: Command } = await modules[name as CommandName]();
    return module[name] as Command;
  }
  throw new UsageError(unknownCommand(name));
}

function unknownCommand(name: string): string {
  const former = formerCommands.get(name);
  if (former !== undefined) return `There is no command "${name}" any more. ${former}`;
  if (name.startsWith('-')) {
    const near = nearest(name, ['--help', '--version']);
    const hint = near ? `Did you mean ${near}?` : 'Those of a command come after its name.';
    return `There is no option ${name} of abuse-feed itself. ${hint} See abuse-feed --help.`;
  }
  const near = nearest(name, Object.keys(modules));
  const hint = near ? ` Did you mean "${near}"?` : '';
  return `There is no command "${name}".${hint} See abuse-feed --help.`;
}
