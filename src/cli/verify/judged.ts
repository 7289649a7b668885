import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readTarget, type Target, TargetError, variables } from '../../../contract-tests/index.ts';
import { chooseDialect } from '../../dialects/choose.ts';
import { shellWord } from '../../traffic/curl.ts';
import { secretForms } from '../../traffic/secrets.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';

/** A server to judge, with its cleanup. */
export interface ServerUnderTest {
  readonly target: Target;
  readonly close: () => Promise<void>;
}

export interface Choice {
  readonly target: string | undefined;
  readonly flags: { readonly baseUrl?: string; readonly analysisUrl?: string };
  /** The dialect of the reference server, if that is judged. */
  readonly dialect: string | undefined;
}

export interface TargetValues {
  readonly target?: string | undefined;
  readonly 'base-url'?: string | undefined;
  readonly 'analysis-url'?: string | undefined;
  readonly dialect?: string | undefined;
}

export function choiceOf(values: TargetValues): Choice {
  return {
    target: values.target,
    dialect: values.dialect,
    flags: {
      ...(values['base-url'] !== undefined && { baseUrl: values['base-url'] }),
      ...(values['analysis-url'] !== undefined && { analysisUrl: values['analysis-url'] }),
    },
  };
}

/** The server described by the target, or the reference server without one. */
export async function judgedServer(choice: Choice, io: Io): Promise<ServerUnderTest> {
  const target = describedTarget(choice, io);
  return target ? { target, close: async () => {} } : referenceServer(io, choice.dialect);
}

/** Undefined for the reference server. */
export function describedTarget(choice: Choice, io: Io): Target | undefined {
  if (!isDescribed(choice, io)) return undefined;
  return targetOf(choice, io);
}

/** Of a server that is only listened to, URLs are enough. */
export function targetOf({ target, flags }: Choice, io: Io, listening = false): Target {
  try {
    const read = readTarget(target, { env: io.env, cwd: io.cwd, at: flags, listening });
    const { limited = [], ...single } = read.tokens;
    const tokens = [...Object.values(single), ...limited.map(({ token }) => token)];
    io.secrets?.add(tokens.flatMap(secretForms));
    return read;
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    const isFileThere = target !== undefined && existsSync(resolve(io.cwd, target));
    if (isFileThere || listening) throw new UsageError(error.message);
    const url = flags.baseUrl === undefined ? '' : ` --base-url ${shellWord(flags.baseUrl)}`;
    const out = target === undefined ? '' : ` --out ${shellWord(target)}`;
    const says =
      target === undefined ? 'A URL alone is not enough to judge a server.' : `${error.message}.`;
    throw new UsageError(`${says} abuse-feed init${url}${out} writes a target file to fill in.`);
  }
}

export function orUsageError(read: () => Target): Target {
  try {
    return read();
  } catch (error) {
    if (error instanceof TargetError) throw new UsageError(error.message);
    throw error;
  }
}

/** Of an argument where only a target file is taken: an author's first try is often the URL alone. */
export function describedBy([argument = '']: readonly string[]): string {
  if (!/^https?:/.test(argument)) return 'Did you mean --target?';
  return `A server is described by a file: abuse-feed init --base-url ${shellWord(argument)} writes one.`;
}

export function isDescribed({ target, flags }: Choice, io: Io): boolean {
  return (target ?? flags.baseUrl ?? io.env[variables.baseUrl ?? '']) !== undefined;
}

async function referenceServer(io: Io, name: string | undefined): Promise<ServerUnderTest> {
  const { startServer } = await import('../../index.ts');
  const { dialect } = chooseDialect(name ?? 'default', { cwd: io.cwd });
  const { referenceTarget } = await import('../../../contract-tests/selftest/trial.ts');
  const server = await startServer({ dialect });
  const from = 'the reference server, started for this run';
  return {
    target: { ...referenceTarget(server, dialect), from: { baseUrl: from, analysisUrl: from } },
    close: () => server.close(),
  };
}
