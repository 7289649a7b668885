import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type Config,
  ConfigProblem,
  type ReadConfig,
  readConfig,
} from '../../config/config-file.ts';
import { type ChosenDialect, chooseDialect } from '../../dialects/choose.ts';
import { type MatrixRun, matrixRunIn } from '../../matrix-run.ts';
import type { ServerOptions } from '../../start-server.ts';
import { dialectFrom } from '../dialect-option.ts';
import type { Io } from '../io.ts';
import { flag, portFrom, text, UsageError, type ValuesOf } from '../options.ts';
import { readOption } from '../written.ts';

/** Found automatically in the current folder. */
const configName = 'abuse-feed.config.yaml';

export const options = {
  port: text('N', 'port to listen on, 0 for any free one (PORT, default 4010)', { short: 'p' }),
  host: text('NAME', 'address to listen on (HOST, default 127.0.0.1)'),
  data: text('DIR', 'folder to persist state in (ABUSE_FEED_DATA, default .abuse-feed)'),
  memory: flag('keep the state in memory only', {
    excludes: { data: 'keeps it in a folder' },
  }),
  seed: text('DIR', "folder with the seed data (ABUSE_FEED_SEED, default the package's own)"),
  dialect: text('D', 'a name, a file, or random (ABUSE_FEED_DIALECT, default default)'),
  'dialect-seed': text('N', 'the seed of a random dialect (ABUSE_FEED_DIALECT_SEED)'),
  replay: text('FILE', 'replay recorded responses from this HAR; anything else is served as usual'),
  'public-url': text('URL', 'URL that clients use, such as behind a proxy'),
  mutant: text('M', 'a server that breaks one clause (see abuse-feed selftest --mutants --list)'),
  'admin-token': text('T', 'token for the control plane (ABUSE_FEED_ADMIN_TOKEN)'),
  'tls-cert': text('FILE', 'serve HTTPS with this certificate, as PEM', { needs: 'tls-key' }),
  'tls-key': text('FILE', 'its key, as PEM', { needs: 'tls-cert' }),
  config: text(
    'FILE',
    'read options, faults and worlds (default abuse-feed.config.yaml, if it exists)',
  ),
  'no-cors': flag('send no CORS headers'),
  quiet: flag('do not log requests'),
  'exit-with-stdin': flag('stop when standard input ends'),
};

type TypedOptions = ValuesOf<typeof options>;

/** Options, variables and configuration combined, in this order of precedence; paths are absolute. */
interface Settings {
  readonly config: Config;
  /** By value from the environment: its placeholder. */
  readonly secrets: ReadConfig['secrets'];
  /** The path of the configuration, if any. */
  readonly file: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Undefined for in-memory storage. */
  readonly data: string | undefined;
  /** Undefined for the package's own. */
  readonly seed: string | undefined;
  readonly chosen: ChosenDialect;
  /** Undefined outside of a run of `abuse-feed matrix`. */
  readonly matrix: MatrixRun | undefined;
  readonly mutant: string | undefined;
  readonly tls: ServerOptions['tls'];
  readonly cors: boolean;
  readonly quiet: boolean;
}

/** Throws a UsageError or a DialectProblem. */
export function settingsFrom(values: TypedOptions, io: Io): Settings {
  const { env, cwd } = io;
  const typedSeed = values.seed ?? (env.ABUSE_FEED_SEED || undefined);
  const seed = typedSeed === undefined ? undefined : resolve(cwd, typedSeed);
  const { config, secrets, file } = configFrom(values.config, io, seed);
  const matrix = matrixRunIn(env, values.dialect !== undefined);
  return {
    config,
    secrets,
    file,
    matrix,
    host: values.host ?? (env.HOST || config.host || '127.0.0.1'),
    port:
      values.port === undefined
        ? portFrom(env.PORT || String(config.port ?? 4010), 'PORT')
        : portFrom(values.port, '--port'),
    // Every run of a matrix starts from scratch.
    data: dataFrom(values, matrix ? { ...config, memory: true } : config, io),
    seed: seed ?? config.seed,
    chosen: chosenFrom(values, { config, file }, io),
    mutant: values.mutant ?? config.mutant,
    tls:
      tlsFrom({ cert: values['tls-cert'], key: values['tls-key'] }, io) ?? tlsFrom(config.tls, io),
    cors: !values['no-cors'] && config.cors !== false,
    quiet: values.quiet ?? config.quiet ?? false,
  };
}

interface FoundConfig extends ReadConfig {
  readonly file: string | undefined;
}

function configFrom(
  named: string | undefined,
  { env, cwd }: Io,
  seed: string | undefined,
): FoundConfig {
  const name = named ?? configName;
  const file = resolve(cwd, name);
  if (named === undefined && !existsSync(file))
    return { config: {}, secrets: new Map(), file: undefined };
  try {
    return { ...readConfig(file, name, { seed, env }), file };
  } catch (error) {
    if (error instanceof ConfigProblem) throw new UsageError(error.message);
    throw error;
  }
}

function dataFrom(values: TypedOptions, config: Config, { env, cwd }: Io): string | undefined {
  if (values.memory) return undefined;
  const typed = values.data ?? (env.ABUSE_FEED_DATA || undefined);
  if (typed !== undefined) return resolve(cwd, typed);
  return config.memory ? undefined : (config.data ?? resolve(cwd, '.abuse-feed'));
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

/** Undefined where neither file is given. */
function tlsFrom(
  { cert, key }: { readonly cert?: string | undefined; readonly key?: string | undefined } = {},
  io: Io,
): Settings['tls'] {
  if (cert === undefined || key === undefined) return undefined;
  return { cert: readOption('--tls-cert', cert, io), key: readOption('--tls-key', key, io) };
}
