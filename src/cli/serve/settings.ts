import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type Config,
  ConfigProblem,
  type ReadConfig,
  readConfig,
} from '../../config/config-file.ts';
import { type ChosenDialect, chooseDialect } from '../../dialects/choose.ts';
import { type MatrixRun, matrixRunIn } from '../../matrix-run.ts';
import type { ServerOptions } from '../../server.ts';
import { dialectFrom } from '../dialect-option.ts';
import type { Io } from '../io.ts';
import { flag, text, UsageError, type ValuesOf } from '../options.ts';
import { readOption } from '../written.ts';
import { commandDefaults, serverFlags, typedServerOptions } from './server-flags.ts';

/** Found automatically in the current folder. */
const configName = 'abuse-feed.config.yaml';

/** Of the command alone: what programs say in another way, and what is read from files. */
const ownOptions = {
  memory: flag('keep the state in memory only', {
    excludes: { data: 'keeps it in a folder' },
  }),
  dialect: text('D', 'a name, a file, or random (ABUSE_FEED_DIALECT, default default)'),
  'dialect-seed': text('N', 'the seed of a random dialect (ABUSE_FEED_DIALECT_SEED)'),
  replay: text('FILE', 'answer from this recording (HAR); anything else is refused'),
  'replay-else': text('HOW', 'how anything else is met: refuse, or serve as usual', {
    needs: 'replay',
  }),
  mutant: text('M', 'a server that breaks one clause (docs: the specification lists them)'),
  'admin-token': text('T', 'token for the control plane (ABUSE_FEED_ADMIN_TOKEN)'),
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
  quiet: flag('do not log requests'),
  'exit-with-stdin': flag('stop when standard input ends'),
};

export const options = { ...serverFlags(), ...ownOptions };

type TypedOptions = ValuesOf<typeof ownOptions>;

/** Options, variables and configuration combined, in this order of precedence; paths are absolute. */
interface Settings {
  /** What the server is started with. */
  readonly server: ServerOptions & { readonly host: string; readonly port: number };
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
  values: TypedOptions,
  io: Io,
  likenessOf?: typeof import('./like.ts').likenessOf,
): Settings {
  const like = values.like === undefined ? undefined : likenessOf?.(values.like, values, io);
  const typed = typedServerOptions(values, io);
  mustBeThere(typed.seedData, values, io);
  const { config, secrets, file } = like
    ? {
        config: { memory: true, alone: true, add: like.add },
        secrets: like.secrets,
        file: undefined,
      }
    : configFrom(values.config, io, typed.seedData);
  const matrix = matrixRunIn(io.env, values.dialect !== undefined);
  const { memory, dialect, dialectSeed, mutant, quiet, worlds, tls: tlsFiles, ...written } = config;
  const { data: folder, ...given } = { ...commandDefaults(io), ...written, ...typed };
  // One of them may be in the file.
  if (given.cors === false && given.corsCredentials)
    throw new UsageError(
      '--no-cors (or cors: false) and --cors-credentials (or corsCredentials: true) exclude each other. Leave one of them out.',
    );
  // Every run of a matrix starts from scratch.
  const isMemoryWritten = typed.data === undefined && (memory || matrix !== undefined);
  const data = values.memory || isMemoryWritten ? undefined : folder;
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
    mutant: values.mutant ?? mutant,
    quiet: values.quiet ?? quiet ?? false,
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
  values: TypedOptions,
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
