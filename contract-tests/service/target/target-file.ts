import { dirname, resolve } from 'node:path';
import { inWords, parsedDocument, type Source } from '../../../src/document/document.ts';
import {
  type EnvironmentVariables,
  type Filled,
  filledFrom,
  withPlaceholders,
} from '../../../src/document/filled.ts';
import { keyOf } from '../../../src/document/path.ts';
import { NotAFile, textOfFile } from '../../../src/document/text-file.ts';
import { linesOf } from '../../../src/document/yaml.ts';
import { dialectCheck } from '../../../src/spec/dialect-check.ts';
import { openPoints } from '../../../src/spec/open-points.ts';
import { type ExpectedAnswers, roles, type Target, TargetError } from './target.ts';
import { checkedTarget, neededToListen } from './target-check.ts';

type Tree = { [key: string]: unknown };

export interface Addresses {
  readonly baseUrl?: string;
  readonly analysisUrl?: string;
}

/** Options for reading a target file. */
export interface TargetOptions {
  /** The environment for `${NAME}`. Default: that of the process. */
  readonly env?: EnvironmentVariables;
  /** The folder that the path of the file is relative to. */
  readonly cwd?: string;
  /** URLs that override the file. */
  readonly at?: Addresses;
  /** For listening only: neither tokens nor other files are required. */
  readonly listening?: boolean;
}

const prefix = 'ABUSE_FEED_';

/** Each plain key of the target file, and the variable that overrides it. */
export const variables: { readonly [key: string]: string } = Object.fromEntries(
  [
    'baseUrl',
    'analysisUrl',
    'ca',
    'service',
    'otherService',
    'unknownHash',
    'expect',
    ...roles.map((role) => `tokens.${role}`),
  ].map((key) => [
    key,
    prefix +
      key
        .replace('tokens.', 'token.')
        .replace(/([a-z])([A-Z])/g, '$1_$2')
        .replace('.', '_')
        .toUpperCase(),
  ]),
);

function put(tree: Tree, key: string, value: string): void {
  const [first = '', second] = key.split('.');
  if (second === undefined) tree[first] = value;
  // Anything but a map is reported by the check.
  else if (typeof (tree[first] ?? {}) === 'object')
    tree[first] = { ...(tree[first] as Tree | undefined), [second]: value };
}

function read(path: string, file: string): string {
  try {
    return textOfFile(path);
  } catch (error) {
    const why = error instanceof NotAFile ? error.message : 'no such file, or not readable';
    throw new TargetError(`${file}: ${why}`);
  }
}

function readAuthority(path: string, file: string): string {
  const text = read(path, `ca: ${file}`);
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new TargetError(`ca: ${file} holds no certificate; expected one as PEM`);
}

/** Reads the dialect file named by `expect`, or reports all its mistakes. */
function readExpectedAnswers(path: string, file: string): ExpectedAnswers {
  const source = { file, text: read(path, `expect: ${file}`) };
  const parsed = parsedDocument(source);
  const value = 'mistake' in parsed ? {} : (parsed.value ?? {});
  const mistakes = 'mistake' in parsed ? [parsed.mistake] : dialectCheck(openPoints)(value, source);
  if (mistakes.length > 0) throw new TargetError(inWords(mistakes, file));
  return { file, answers: value as ExpectedAnswers['answers'] };
}

function folderOf(file: string | undefined, cwd: string): string {
  return file === undefined ? cwd : dirname(resolve(cwd, file));
}

/** A token that a file does not name may be that of another server. */
function isNamed(tree: Tree, key: string): boolean {
  const [first = '', second] = key.split('.');
  return second === undefined || second in Object(tree[first]);
}

/** Overrides of the file. Explicit URLs come last, to take precedence over variables. */
function overriding(
  env: EnvironmentVariables,
  at: Addresses = {},
  file?: Tree,
): readonly (readonly [key: string, value: string])[] {
  return [
    ...Object.entries(variables).flatMap(([key, name]) => {
      const value = env[name];
      return value && (!file || isNamed(file, key)) ? [[key, value] as const] : [];
    }),
    ...(['baseUrl', 'analysisUrl'] as const).flatMap((key) => {
      const value = at[key];
      return value === undefined ? [] : [[key, value] as const];
    }),
  ];
}

const optionOf = { baseUrl: '--base-url', analysisUrl: '--analysis-url' } as const;

/** The origin of each URL: an option, a variable, or a line of the file. */
function originsOf(
  source: Source | undefined,
  env: EnvironmentVariables,
  at: Addresses = {},
): NonNullable<Target['from']> {
  const lineOf = source && linesOf(source.text);
  const origin = (key: keyof typeof optionOf): { readonly [key: string]: string } => {
    const variable = variables[key] ?? '';
    const line = lineOf?.([key]);
    const inFile = source && (line ? `${source.file}:${line}` : undefined);
    const from = at[key] !== undefined ? optionOf[key] : env[variable] ? variable : inFile;
    return from === undefined ? {} : { [key]: from };
  };
  return { ...origin('baseUrl'), ...origin('analysisUrl') };
}

/** Reads and checks a target file. Explicit URLs take precedence over the environment, and that over the file. */
export function readTarget(file: string | undefined, options: TargetOptions = {}): Target {
  const { env = process.env, cwd = process.cwd() } = options;
  const source = file === undefined ? undefined : { file, text: read(resolve(cwd, file), file) };
  const parsed = source ? parsedDocument(source) : { value: {} };
  if ('mistake' in parsed) throw new TargetError(inWords([parsed.mistake], file ?? ''));
  const filled = filledFrom(env, source)(parsed.value ?? {});
  try {
    return targetFrom(filled, source, { ...options, env, cwd });
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    const given = Object.values(variables).map((name) => [env[name] ?? '', `\${${name}}`] as const);
    const secrets = [...filled.secrets, ...given.filter(([text]) => text !== '')];
    throw new TargetError(withPlaceholders(error.message, secrets));
  }
}

function targetFrom(
  { value, mistakes }: Filled,
  source: Source | undefined,
  { env, cwd, at, listening }: TargetOptions & Required<Pick<TargetOptions, 'env' | 'cwd'>>,
): Target {
  // Anything but a map is reported by the check.
  if (typeof value !== 'object' || Array.isArray(value)) return checkedTarget(value, source);
  const tree = { ...value } as Tree;
  const overrides = overriding(env, at, source && tree);
  for (const [key, given] of overrides) put(tree, key, given);
  const unset = mistakes.filter(({ path }) => !overrides.some(([key]) => key === keyOf(path)));
  const needed = listening ? neededToListen : undefined;
  const target = {
    ...checkedTarget(tree, source, unset, needed),
    from: originsOf(source, env, at),
  };
  const { expect, ca } = target;
  // A path in the file is relative to the file; one in a variable, to the working directory.
  const pathOf = (key: string, path: string) =>
    resolve(env[variables[key] ?? ''] ? cwd : folderOf(source?.file, cwd), path);
  return {
    ...target,
    ...(expect !== undefined && {
      expected: readExpectedAnswers(pathOf('expect', expect), expect),
    }),
    ...(ca !== undefined && { authority: readAuthority(pathOf('ca', ca), ca) }),
  };
}
