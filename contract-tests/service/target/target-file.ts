import { dirname, resolve } from 'node:path';
import { inWords, parsedDocument, type Source } from '../../../src/document/document.ts';
import {
  type EnvironmentVariables,
  type Filled,
  filledFrom,
  withPlaceholders,
} from '../../../src/document/filled.ts';
import { keyOf, pathOf } from '../../../src/document/path.ts';
import { textOfFile, unreadable } from '../../../src/document/text-file.ts';
import { linesOf } from '../../../src/document/yaml.ts';
import { answersIn, dialectCheck } from '../../../src/spec/dialect-check.ts';
import { openPoints } from '../../../src/spec/open-points.ts';
import { described } from '../../../src/values/described.ts';
import { type ValueForm, wrongOption } from '../../../src/values/value-form.ts';
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
    throw new TargetError(unreadable(file, error));
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
  const value = 'mistake' in parsed ? {} : answersIn(parsed.value ?? {});
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

type Override = readonly [key: string, value: string];

/** Overrides of the file. Explicit URLs come last, to take precedence over variables. */
function overriding(
  env: EnvironmentVariables,
  at: Addresses = {},
  file?: Tree,
): readonly Override[] {
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

const optionOf: { readonly [key: string]: string } = {
  baseUrl: '--base-url',
  analysisUrl: '--analysis-url',
};

/** The option or variable that a plain key comes from, if it is not the file. */
function originsOf(
  overrides: readonly Override[],
  at: Addresses = {},
): NonNullable<Target['from']> {
  const options = new Map(Object.keys(at).map((key) => [key, optionOf[key]]));
  const origins = overrides.map(([key]) => [key, options.get(key) ?? variables[key]]);
  return Object.fromEntries(origins);
}

/** `my-server.yaml:9`, if the file has the key. */
function placeIn(source: Source | undefined, key: string): string | undefined {
  const line = source && linesOf(source.text)(pathOf(key));
  return line ? `${source.file}:${line}` : undefined;
}

/** Where a target was told what a key says: an option, a variable, or a line of the file. */
export function originOf({ source, from = {} }: Target, key: string): string | undefined {
  return from[key] ?? placeIn(source, key);
}

/** Reads and checks a target file. Explicit URLs take precedence over the environment, and that over the file. */
export function readTarget(file: string | undefined, options: TargetOptions = {}): Target {
  checkCall(file, options);
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

const anything: ValueForm = { fits: () => true, words: '' };
const optionForms: { readonly [name in keyof TargetOptions]-?: ValueForm } = {
  env: anything,
  cwd: anything,
  at: anything,
  listening: anything,
};

function checkCall(file: unknown, options: unknown): void {
  if (file !== undefined && typeof file !== 'string')
    throw new TargetError(`readTarget() takes the path of a file, and got ${described(file)}.`);
  const mistake = wrongOption('readTarget()', options, optionForms);
  if (mistake !== undefined) throw new TargetError(mistake);
}

function targetFrom(
  { value, mistakes }: Filled,
  source: Source | undefined,
  { env, cwd, at, listening }: TargetOptions & Required<Pick<TargetOptions, 'env' | 'cwd'>>,
): Target {
  // Anything but a map is reported by the check.
  if (typeof value !== 'object' || Array.isArray(value)) return checkedTarget(value, { source });
  const tree = { ...value } as Tree;
  const overrides = overriding(env, at, source && tree);
  for (const [key, given] of overrides) put(tree, key, given);
  const unset = mistakes.filter(({ path }) => !overrides.some(([key]) => key === keyOf(path)));
  const needed = listening ? neededToListen : undefined;
  const from = originsOf(overrides, at);
  const target = { ...checkedTarget(tree, { source, already: unset, needs: needed, from }), from };
  const { expect, ca } = target;
  // A path in the file is relative to the file; one in a variable, to the working directory.
  const resolved = (key: string, path: string) =>
    resolve(env[variables[key] ?? ''] ? cwd : folderOf(source?.file, cwd), path);
  return {
    ...target,
    ...(expect !== undefined && {
      expected: readExpectedAnswers(resolved('expect', expect), expect),
    }),
    ...(ca !== undefined && { authority: readAuthority(resolved('ca', ca), ca) }),
  };
}
