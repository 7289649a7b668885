import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { load } from 'js-yaml';
import { readExpectations } from '../learn/expectations.ts';
import { type Target, TargetError } from './target.ts';
import { checkedTarget } from './target-check.ts';

type Environment = { readonly [name: string]: string | undefined };
type Tree = { [key: string]: unknown };

export interface TargetFlags {
  readonly baseUrl?: string;
  readonly analysisUrl?: string;
}

const prefix = 'ABUSE_FEED_';

/** Each plain key of the target file and the variable that overrides it. */
export const variables: { readonly [key: string]: string } = Object.fromEntries(
  [
    'baseUrl',
    'analysisUrl',
    'service',
    'otherService',
    'unknownHash',
    'expect',
    'tokens.researcher',
    'tokens.otherResearcher',
    'tokens.service',
    'tokens.otherServiceOwner',
    'tokens.reader',
    'tokens.analyst',
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

const put = (tree: Tree, key: string, value: string): void => {
  const [first = '', second] = key.split('.');
  if (second === undefined) tree[first] = value;
  else tree[first] = { ...(tree[first] as Tree | undefined), [second]: value };
};

const filled = (node: unknown, env: Environment, key: string, file: string): unknown => {
  if (typeof node === 'string')
    return node.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const value = env[name];
      if (value === undefined)
        throw new TargetError(
          `${file}: ${key} needs the environment variable ${name}, which is not set`,
        );
      return value;
    });
  if (Array.isArray(node)) return node.map((item, i) => filled(item, env, `${key}[${i}]`, file));
  if (node && typeof node === 'object')
    return Object.fromEntries(
      Object.entries(node).map(([name, item]) => [
        name,
        filled(item, env, key ? `${key}.${name}` : name, file),
      ]),
    );
  return node;
};

const parsed = (text: string, file: string): unknown => {
  try {
    return load(text);
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    throw new TargetError(`${file}: neither YAML nor JSON: ${line}`);
  }
};

const read = (path: string, file: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new TargetError(`${file}: no such file, or not readable`);
  }
};

const folderOf = (file: string | undefined, cwd: string): string =>
  file === undefined ? cwd : dirname(resolve(cwd, file));

/** Flags before environment before file. */
export const readTarget = (
  file: string | undefined,
  options: { readonly env: Environment; readonly cwd: string; readonly flags?: TargetFlags },
): Target => {
  const text = file === undefined ? undefined : read(resolve(options.cwd, file), file);
  const raw = text === undefined ? {} : parsed(text, file ?? '');
  // What is no map is left to the check, which says so.
  if (!raw || typeof raw !== 'object' || Array.isArray(raw)) return checkedTarget(raw);
  const tree = filled(raw, options.env, '', file ?? '') as Tree;
  for (const [key, name] of Object.entries(variables)) {
    const value = options.env[name];
    if (value) put(tree, key, value);
  }
  for (const [key, value] of Object.entries(options.flags ?? {}))
    if (value !== undefined) put(tree, key, value);
  const target = checkedTarget(tree, text === undefined ? undefined : { file: file ?? '', text });
  if (target.expect === undefined) return target;
  // A path in a file is meant from there; one in a variable from where the command was called.
  const here = options.env[variables.expect ?? ''] ? options.cwd : folderOf(file, options.cwd);
  const expectations = readExpectations(resolve(here, target.expect), target.expect);
  return { ...target, expectations };
};
