import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { defaultDialect } from '../../src/dialects/dialect.ts';
import { startServer } from '../../src/start-server.ts';
import { tokenVariable } from '../causes/as-caller.ts';
import type { Target } from '../index.ts';
import type { Mutant } from './mutant.ts';
import { referenceTarget, trial } from './trial.ts';

/** How the script of a cause ended, against the mutant anew and against the honest server. */
export interface ReproducedMutant {
  readonly name: string;
  readonly breaks: string;
  /** The clause of the cause that stands for the broken one. */
  readonly cause: string | undefined;
  readonly causes: readonly string[];
  readonly onMutant: number | undefined;
  readonly onHonest: number | undefined;
  readonly script: readonly string[];
  readonly printed: string;
}

/**
 * Judges a mutant, and runs the script of the cause that its clause is part of. A run that ends with the
 * verdict may have seen it in one roundabout way only; then it goes on to its end, as a user's would.
 */
export const reproduced = async (mutant: Mutant): Promise<ReproducedMutant> => {
  const soon = await tried(mutant, false);
  return soon.onMutant === 1 && soon.onHonest === 0 ? soon : tried(mutant, true);
};

const tried = async (mutant: Mutant, isWhole: boolean): Promise<ReproducedMutant> => {
  const { name, breaks } = mutant;
  const { causes } = await trial({ mutant, isWhole });
  const cause = causes.find(({ clause, follows, alike }) =>
    [clause, ...follows, ...alike].includes(breaks),
  );
  const script = cause?.script ?? [];
  const again = script.length > 0 ? await ranAgainst(mutant, script) : undefined;
  const honest = again?.code === 1 ? await ranAgainst(undefined, script) : undefined;
  return {
    name,
    breaks,
    cause: cause?.clause,
    causes: causes.map(({ clause }) => clause),
    onMutant: again?.code,
    onHonest: honest?.code,
    script,
    printed: (again?.printed ?? '') + (honest?.code === 0 ? '' : (honest?.printed ?? '')),
  };
};

const ranAgainst = async (mutant: Mutant | undefined, script: readonly string[]) => {
  const mutation = mutant?.mutation();
  const server = await startServer({ ...(mutation && { mutant: mutation }) });
  try {
    return await ranScript(script, referenceTarget(server, defaultDialect));
  } finally {
    await server.close();
  }
};

/** The script as a shell runs it that has the tokens in its environment. */
export const ranScript = async (
  script: readonly string[],
  { baseUrl, analysisUrl = baseUrl, tokens: { limited, ...single } }: Target,
): Promise<{ readonly code: number; readonly printed: string }> => {
  const tokens = [
    ...Object.entries(single).map(([role, token]) => [tokenVariable(`tokens.${role}`), token]),
    ...limited.map(({ token }, at) => [tokenVariable(`tokens.limited[${at}]`), token]),
  ];
  const env = {
    PATH: process.env.PATH ?? '',
    ...Object.fromEntries(tokens),
    ABUSE_FEED_BASE_URL: baseUrl,
    ABUSE_FEED_ANALYSIS_URL: analysisUrl,
  };
  const shell = spawn('sh', { env, stdio: ['pipe', 'pipe', 'pipe'] });
  shell.stdin.end(`${script.join('\n')}\n`);
  const [out, err] = [text(shell.stdout), text(shell.stderr)];
  const [code] = await once(shell, 'close');
  return { code: Number(code), printed: (await out) + (await err) };
};
