import type { DialectChoice } from './admin/control/dialect-choice.ts';
import { ControlProblem } from './admin/control/problem.ts';
import type { NewWorld } from './admin/control/server-control.ts';
import type { When } from './admin/control/time.ts';
import type { OnAnswer } from './http/context.ts';
import type { ReplayElse } from './http/replay-problem.ts';
import type { Pause } from './http/reply/delivery.ts';
import type { LogWriter } from './http/request-log.ts';
import type { TlsKeys } from './http/tls/tls-keys.ts';
import type { Mutation } from './http/world-api.ts';
import {
  aHost,
  anAdminToken,
  anything,
  aPath,
  aSeed,
  aText,
  aUrl,
  type OptionForm,
  scalar,
  textOrNumber,
  trueOrFalse,
  wholeNumber,
} from './option-forms.ts';
import type { SeedAdditions } from './seed/seed-additions.ts';
import { aFunction, aList, anObject, wrongOption } from './values/value-form.ts';
import type { ClockMode } from './worlds/clock.ts';
import type { FaultRule } from './worlds/fault-rule.ts';
import type { Environment, InitialState } from './worlds/world.ts';

/** Options of a stand-in; all are optional. */
export interface ServerOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /**
   * A name, differences from the default, a complete dialect, or a random one. Default: `default`, or the
   * dialect of the run for a command run by `abuse-feed matrix`.
   */
  readonly dialect?: DialectChoice;
  /** A folder with seed data. Default: the seed data of the package. */
  readonly seedData?: string;
  /** A folder that stores the state of the first world. Default: in memory. */
  readonly data?: string;
  readonly log?: LogWriter;
  /** Called with messages that need action, e.g. that nothing can be stored any more. */
  readonly notice?: (sentence: string) => void;
  /** Whether pages of other origins may call the API. Default: true. */
  readonly cors?: boolean;
  /** Whether they may send credentials, such as cookies: the origin is then named in every response. */
  readonly corsCredentials?: boolean;
  /** The public URL, e.g. behind a proxy: used in base URLs, `servers` and samples. */
  readonly publicUrl?: string;
  /**
   * A HAR: requests in it, by their method, whole path, query and body, get the recorded responses, in turn. All
   * others are refused, with the nearest that was recorded.
   */
  readonly replay?: object;
  /** What becomes of requests that are not in the recording. Default: `refuse`. */
  readonly replayElse?: ReplayElse;
  /** The token of the control plane; without one, it is disabled beyond this machine. */
  readonly adminToken?: string;
  /** The initial clock of worlds. Default: real. */
  readonly clock?: { readonly mode: ClockMode; readonly at?: When };
  /** The seed of ids. Default: random ids. */
  readonly ids?: string | number;
  /** Contents of worlds besides the seed data, in the form of its files. */
  readonly add?: SeedAdditions;
  /** Keeps only the analyses of the seed data, so that worlds have only the callers of `add`. */
  readonly alone?: boolean;
  /** The initial faults of worlds. */
  readonly faults?: readonly FaultRule[];
  /** Serves HTTPS with this certificate and key: the text of PEM files. */
  readonly tls?: TlsKeys;
}

/** Additional options for the commands and tests of this package. */
export interface OwnOptions extends ServerOptions {
  /** Makes the server violate the specification. */
  readonly mutant?: Mutation;
  /** Called after every response, in every world. */
  readonly onAnswer?: OnAnswer;
  /** Tokens from the environment: no page shows them, and no file has them. */
  readonly hiddenTokens?: ReadonlySet<string>;
  /** Time and randomness, for tests of the server itself. */
  readonly environment?: Environment & { readonly pause?: Pause };
  /** Additional initial faults, by the name of the world. */
  readonly faultsIn?: InitialState['faultsIn'];
  /** What worlds begin with, read again. Default: the options, of which the seed data is read again. */
  readonly readAgain?: () => BeginningOptions & { readonly worlds?: readonly NewWorld[] };
}

/** What worlds begin with. */
export type BeginningOptions = Pick<
  ServerOptions,
  'seedData' | 'add' | 'alone' | 'dialect' | 'clock' | 'ids' | 'faults'
>;

/** How the command line has an option. */
interface Flag {
  /** The name of its value; a flag without one turns it on, or off: `--no-cors`. */
  readonly value?: string;
  readonly turns?: 'on' | 'off';
  readonly says: string;
  readonly short?: string;
  /** Flags that it makes no sense with, each with what that one does. */
  readonly excludes?: { readonly [flag: string]: string };
  /** A flag that has to be given as well. */
  readonly needs?: string;
}

/** One option, however it is given: by a program, in the configuration file, by flag or variable. */
export interface OptionDefinition extends OptionForm {
  readonly flag?: Flag;
  /** The environment variable that is read where the flag is not given. */
  readonly variable?: string;
  /** What the command uses where nothing is given. */
  readonly commandDefault?: string | number;
  /** Its value is in no message. */
  readonly isSecret?: true;
}

/** Every option has its line: without one, this does not compile. */
export const serverOptions: { readonly [Name in keyof OwnOptions]-?: OptionDefinition } = {
  port: {
    ...wholeNumber(65_535, 'a whole number from 0 (any free one) to 65535'),
    flag: { value: 'N', says: 'port to listen on, 0 for any free one', short: 'p' },
    variable: 'PORT',
    commandDefault: 4010,
  },
  host: {
    ...aHost,
    flag: { value: 'NAME', says: 'address to listen on' },
    variable: 'HOST',
    commandDefault: '127.0.0.1',
  },
  data: {
    ...aPath('a folder'),
    flag: { value: 'DIR', says: 'folder to persist state in' },
    variable: 'ABUSE_FEED_DATA',
    commandDefault: '.abuse-feed',
  },
  seedData: {
    ...aPath('a folder with seed data'),
    flag: { value: 'DIR', says: "folder with the seed data; by default the package's own" },
    variable: 'ABUSE_FEED_SEED_DATA',
  },
  publicUrl: {
    ...aUrl,
    flag: { value: 'URL', says: 'URL that clients use, such as behind a proxy' },
  },
  cors: {
    ...trueOrFalse,
    flag: { turns: 'off', says: 'send no CORS headers' },
  },
  corsCredentials: {
    ...trueOrFalse,
    flag: {
      turns: 'on',
      says: 'let pages of other origins send credentials',
      excludes: { 'no-cors': 'lets them call nothing' },
    },
  },
  adminToken: {
    ...anAdminToken,
    schema: {
      not: {},
      writeOnly: true,
      'x-words': 'none here, where it would be read: give it as ABUSE_FEED_ADMIN_TOKEN',
    },
    flag: { value: 'T', says: 'token for the control plane' },
    variable: 'ABUSE_FEED_ADMIN_TOKEN',
    isSecret: true,
  },
  replayElse: {
    ...scalar({ type: 'string', enum: ['refuse', 'serve'] }, 'refuse or serve'),
    schema: { not: {}, 'x-words': 'none here: it is given as --replay-else HOW' },
    flag: {
      value: 'HOW',
      says: 'how anything else is met: refuse, or serve as usual',
      needs: 'replay',
    },
  },
  // Programs give these themselves, and the command the names of files.
  dialect: anything('a dialect'),
  replay: {
    ...anObject('a HAR as an object, which JSON.parse makes of the text of its file'),
    schema: { not: {}, 'x-words': 'none here: it is given as --replay FILE' },
  },
  tls: {
    ...anObject('{ cert, key }, both the text of a PEM file'),
    schema: {
      type: 'object',
      properties: {
        cert: { type: 'string', minLength: 1 },
        key: { type: 'string', minLength: 1 },
      },
      required: ['cert', 'key'],
      additionalProperties: false,
      'x-words': '{ cert: FILE, key: FILE }',
    },
  },
  // What worlds begin with, as the control plane has it.
  clock: { ...anObject('{ mode, at }'), schema: 'ClockSetting' },
  ids: { ...textOrNumber, schema: 'IdSeed' },
  add: { ...anObject('lists of seed data'), schema: 'SeedAdditions' },
  alone: trueOrFalse,
  faults: { ...aList('a list of faults'), schema: 'FaultRules' },
  // For programs only.
  log: aFunction,
  notice: aFunction,
  mutant: aFunction,
  onAnswer: aFunction,
  hiddenTokens: {
    words: 'a Set of tokens',
    fits: (value) => value instanceof Set,
  },
  faultsIn: aFunction,
  readAgain: aFunction,
  environment: anObject('{ realTime, uptime, chance, rateLimiter, pause }'),
};

/** What the command is told by flag, variable or file. */
export interface CommandValues {
  readonly memory?: boolean;
  /** A name, a file, or random. */
  readonly dialect?: string;
  readonly dialectSeed?: number;
  readonly mutant?: string;
  readonly quiet?: boolean;
}

/** What only the command `serve` and its configuration file have, in place of what programs give themselves. */
export const commandOptions: { readonly [Name in keyof CommandValues]-?: OptionDefinition } = {
  memory: {
    ...trueOrFalse,
    flag: {
      turns: 'on',
      says: 'keep the state in memory only',
      excludes: { data: 'keeps it in a folder' },
    },
  },
  dialect: {
    ...aText('a name, a file, or random'),
    flag: { value: 'D', says: 'a name, a file, or random' },
    variable: 'ABUSE_FEED_DIALECT',
    commandDefault: 'default',
  },
  dialectSeed: {
    ...aSeed,
    flag: { value: 'N', says: 'the seed of a random dialect' },
    variable: 'ABUSE_FEED_DIALECT_SEED',
  },
  mutant: {
    ...aText(),
    flag: { value: 'M', says: 'a server that breaks one clause, to try a judge' },
  },
  quiet: { ...trueOrFalse, flag: { turns: 'on', says: 'do not log requests' } },
};

/** For the commands and tests of this package. */
const ownOptions = new Set([
  'mutant',
  'onAnswer',
  'hiddenTokens',
  'environment',
  'faultsIn',
  'readAgain',
]);

/** Throws a ControlProblem for unknown options and invalid values. */
export function checkOptions(options: object): void {
  const names = Object.keys(serverOptions).filter((one) => !ownOptions.has(one));
  const about = { names, example: ', such as { port: 4010 }' };
  const mistake = wrongOption('startServer()', options, serverOptions, about);
  const isMemory = /has no option "\w*memory/i.test(mistake ?? '');
  if (mistake !== undefined)
    refuse(isMemory ? `${mistake} It is in memory unless data is given.` : mistake);
  const { cors, corsCredentials, replay, replayElse }: ServerOptions = options;
  if (cors === false && corsCredentials)
    refuse('cors: false and corsCredentials: true exclude each other. Leave one of them out.');
  if (replayElse !== undefined && replay === undefined)
    refuse(
      'replayElse says what becomes of requests that are not in replay. Add that, or leave it out.',
    );
}

function refuse(detail: string): never {
  throw new ControlProblem('invalid-request', detail);
}
