import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { defaultDialect } from '../../src/dialects/dialect.ts';
import { startServer } from '../../src/start-server.ts';
import { tokenVariable } from '../causes/as-caller.ts';
import type { ReplayVerdict } from '../causes/cause-file.ts';
import { causeFileOf, replayCause, type Target } from '../index.ts';
import type { Mutant } from './mutant.ts';
import { referenceTarget, trial } from './trial.ts';

/** The results of reproducing a cause, by its file and by its script. */
interface Tried {
  readonly replayed: ReplayVerdict['verdict'] | undefined;
  /** Absent if the script only prints its calls. */
  readonly script?: number;
  readonly printed: string;
}

/** The kit's causes for a mutant, and whether they can be reproduced. */
export interface ReproducedMutant {
  readonly name: string;
  readonly breaks: string;
  /** The clause of the cause that includes the broken one. */
  readonly cause: string | undefined;
  readonly causes: readonly string[];
  readonly onMutant: Tried;
  readonly onHonest: Tried;
  readonly isRight: boolean;
  readonly script: readonly string[];
}

/** Judges a mutant in a full run, and reproduces the cause of its clause, on the mutant and on the honest server. */
export const reproduced = async (mutant: Mutant): Promise<ReproducedMutant> => {
  const { name, breaks } = mutant;
  const { causes, summary } = await trial({ mutant, isWhole: true });
  const cause = causes.find(({ clause, follows, alike }) =>
    [clause, ...follows, ...alike].includes(breaks),
  );
  const script = cause?.script ?? [];
  const file = cause && causeFileOf(cause);
  const proves = script.includes('shows=$?');
  const tryOn = async (by: Mutant | undefined): Promise<Tried> => {
    const replayed =
      file && (await against(by, (target) => replayCause(file, target, { spends: true })));
    const ran = proves ? await against(by, (target) => ranScript(script, target)) : undefined;
    const why = replayed?.verdict === 'unclear' ? replayed.why : '';
    return {
      replayed: replayed?.verdict,
      ...(ran && { script: ran.code }),
      printed: why + (ran?.printed ?? '') + (cause ? '' : summary),
    };
  };
  const [onMutant, onHonest] = [await tryOn(mutant), await tryOn(undefined)];
  return {
    name,
    breaks,
    cause: cause?.clause,
    causes: causes.map(({ clause }) => clause),
    onMutant,
    onHonest,
    // Causes that could not be reproduced are reported as such.
    isRight:
      cause?.confirmation?.shown === 0 ||
      (onMutant.replayed === 'shown' &&
        onHonest.replayed === 'mended' &&
        (!proves || (onMutant.script === 1 && onHonest.script === 0))),
    script,
  };
};

const against = async <T>(
  mutant: Mutant | undefined,
  work: (target: Target) => Promise<T>,
): Promise<T> => {
  const mutation = mutant?.mutation();
  await using server = await startServer({ ...(mutation && { mutant: mutation }) });
  return await work(referenceTarget(server, defaultDialect));
};

/** Runs the script in a shell with the tokens in its environment. */
const ranScript = async (
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
