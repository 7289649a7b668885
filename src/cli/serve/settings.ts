import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type Config,
  ConfigProblem,
  type ReadConfig,
  readConfig,
} from '../../config/config-file.ts';
import { type ChosenDialect, chooseDialect } from '../../dialects/choose.ts';
import { type MatrixRun, matrixRunIn } from '../../matrix/run-in-server.ts';
import type { ServerOptions } from '../../server.ts';
import type { CommandValues } from '../../server-options.ts';
import { type DialectValues, dialectFrom } from '../dialect-option.ts';
import type { Io } from '../io.ts';
import { flag, text, UsageError } from '../options.ts';
import { readOption } from '../written.ts';
import { commandDefaults, serverFlags, type TypedOptions, typedOptions } from './server-flags.ts';

/** Found automatically in the current folder. */
const configName = 'abuse-feed.config.yaml';

/** Files and what they are read for; all else is an option of the server. */
export const options = {
  ...serverFlags(),
  replay: text('FILE', 'answer from this recording (HAR); anything else is refused'),
  'tls-cert': text('FILE', 'serve HTTPS with this certificate, as PEM', { needs: 'tls-key' }),
  'tls-key': text('FILE', 'its key, as PEM', { needs: 'tls-cert' }),
  config: text(
    'FILE',
    'read options, faults and worlds (default abuse-feed.config.yaml, if it exists)',
  ),
  like: text(
    'TARGET',
    'have the services and callers of a target file, and the answers of its choice card',
    {
      excludes: {
        config: 'says what the server begins with',
        data: 'keeps the state in a folder, which would hold the tokens of the target',
        'seed-data': 'says what the server begins with',
      },
    },
  ),
  'exit-with-stdin': flag('stop when standard input ends'),
};

interface Values extends DialectValues {
  readonly config?: string;
  readonly like?: string;
  readonly 'tls-cert'?: string;
  readonly 'tls-key'?: string;
}

/** Options, variables and configuration combined, in this order of precedence; paths are absolute. */
interface Settings {
  /** What the server is started with. */
  readonly server: Omit<TypedOptions, keyof CommandValues> & {
    readonly host: string;
    readonly port: number;
  };
  readonly config: Config;
  /** By value from the environment: its placeholder. */
  readonly secrets: ReadConfig['secrets'];
  /** The path of the configuration, if any. */
  readonly file: string | undefined;
  readonly chosen: ChosenDialect;
  /** Undefined outside of a run of `abuse-feed matrix`. */
  readonly matrix: MatrixRun | undefined;
  readonly mutant: string | undefined;
  readonly quiet: boolean;
  /** What a server has that this is to be like, and this has not, in sentences. */
  readonly lacks: readonly string[];
}

/** Throws a UsageError or a DialectProblem. */
export function settingsFrom(
  values: Values,
  io: Io,
  likenessOf?: typeof import('./like.ts').likenessOf,
): Settings {
  const like = values.like === undefined ? undefined : likenessOf?.(values.like, values, io);
  const typed = typedOptions({ ...values }, io);
  mustBeThere(typed.seedData, { ...values }, io);
  const { config, secrets, file } = like
    ? {
        config: { memory: true, alone: true, add: like.add },
        secrets: like.secrets,
        file: undefined,
      }
    : configFrom(values.config, io, typed.seedData);
  const matrix = matrixRunIn(io.env, values.dialect !== undefined);
  const { worlds: _, tls: tlsFiles, ...written }: Config = config;
  const {
    data: folder,
    memory,
    dialect: __,
    dialectSeed: ___,
    mutant,
    quiet = false,
    ...given
  } = { ...commandDefaults(io), ...written, ...typed };
  // One of them may be in the file.
  if (given.cors === false && given.corsCredentials)
    throw new UsageError(
      '--no-cors (or cors: false) and --cors-credentials (or corsCredentials: true) exclude each other. Leave one of them out.',
    );
  // A folder that is typed goes before a file, and every run of a matrix starts from scratch.
  const isMemory = typed.memory || (typed.data === undefined && (memory || matrix !== undefined));
  const data = isMemory ? undefined : folder;
  const typedTls = tlsFrom(
    { cert: values['tls-cert'], key: values['tls-key'] },
    { cert: '--tls-cert', key: '--tls-key' },
    io,
  );
  const inFile = { cert: `tls.cert of ${file}`, key: `tls.key of ${file}` };
  const tls = typedTls ?? tlsFrom(tlsFiles, inFile, io);
  return {
    server: {
      ...given,
      ...(data !== undefined && { data }),
      ...(tls !== undefined && { tls }),
    },
    config,
    secrets,
    file,
    matrix,
    chosen: like?.chosen ?? chosenFrom(values, { config, file }, io),
    mutant,
    quiet,
    lacks: like?.lacks ?? [],
  };
}

/** A folder that is not there is a mistake of the command line, not of the data. */
function mustBeThere(
  seedData: string | undefined,
  values: { readonly [flag: string]: unknown },
  { env }: Io,
): void {
  if (seedData === undefined) return;
  const asTyped = values['seed-data'] ?? env.ABUSE_FEED_SEED_DATA;
  const found = statSync(seedData, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  const why = found ? 'it is a file' : 'there is no such folder';
  throw new UsageError(
    `${asTyped} cannot be read: ${why}. Give a folder with seed data with --seed-data.`,
  );
}

interface FoundConfig extends ReadConfig {
  readonly file: string | undefined;
}

function configFrom(
  named: string | undefined,
  { env, cwd }: Io,
  seedData: string | undefined,
): FoundConfig {
  const name = named ?? configName;
  const file = resolve(cwd, name);
  if (named === undefined && !existsSync(file))
    return { config: {}, secrets: new Map(), file: undefined };
  try {
    return { ...readConfig(file, name, { seedData, env }), file };
  } catch (error) {
    if (error instanceof ConfigProblem) throw new UsageError(error.message);
    throw error;
  }
}

/** Paths are relative to the configuration file. */
function chosenFrom(
  values: Values,
  { config, file }: Pick<FoundConfig, 'config' | 'file'>,
  io: Io,
): ChosenDialect {
  const { dialect, dialectSeed } = config;
  const isTyped = values.dialect !== undefined || io.env.ABUSE_FEED_DIALECT;
  if (isTyped || dialect === undefined || file === undefined) return dialectFrom(values, io);
  return chooseDialect(dialect, {
    cwd: dirname(file),
    ...(dialectSeed !== undefined && { seed: dialectSeed }),
  });
}

interface TlsFiles {
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** Undefined where neither file is given; `saidBy` names what gave each. */
function tlsFrom(
  { cert, key }: TlsFiles = {},
  saidBy: { readonly cert: string; readonly key: string },
  io: Io,
): ServerOptions['tls'] {
  if (cert === undefined || key === undefined) return undefined;
  return { cert: pemFrom(saidBy.cert, cert, io), key: pemFrom(saidBy.key, key, io) };
}

function pemFrom(saidBy: string, file: string, io: Io): string {
  const pem = readOption(saidBy, file, io);
  if (pem.includes('-----BEGIN')) return pem;
  throw new UsageError(`${saidBy} is "${file}", which is no PEM file. Give another.`);
}
