import { judgeTarget, type RunOptions, type RunResult, type Target } from '../index.ts';
import { connectionHandlings } from './connection-handling.ts';
import type { Form } from './forms.ts';
import type { Mutant } from './mutant.ts';
import { type Layer, startFront } from './realistic/front.ts';
import type { ShippedFault } from './realistic/layers.ts';
import { seededTarget } from './seeded-target.ts';
import { authorizationOf, type Dialect, defaultDialect, startServer } from './server.ts';
import { type LinkDelay, startSlowLink } from './slow-link.ts';

/** A server to be judged: the reference server, with what makes it another. */
export interface TrialServer {
  readonly dialect?: Dialect;
  readonly mutant?: Mutant;
  /** A conforming server that no dialect describes. */
  readonly form?: Form;
  /** A server with this fault, as a production team shipped it. */
  readonly fault?: ShippedFault;
  /** Other layers between the kit and the server, outermost first. */
  readonly layers?: readonly Layer[];
  /** Makes the link between the kit and all that slow. */
  readonly delay?: LinkDelay | undefined;
  /** A conforming server that handles connections in this way. */
  readonly handling?: string | undefined;
}

export interface TrialOptions extends TrialServer {
  /** Further options of the run. */
  readonly run?: RunOptions;
  /** Whether any broken clause rejects a mutant, as it does a fault, not only its own. */
  readonly isAnyEnough?: boolean;
  /** Continue after the verdict on a mutant is known. */
  readonly isWhole?: boolean;
  readonly signal?: AbortSignal;
  /** A limit that the kit is told to keep. */
  readonly requestsPerSecond?: number | undefined;
}

/** Starts a server for as long as the work with it takes. */
export async function withServer<T>(
  { dialect = defaultDialect, mutant, form, fault, delay, ...options }: TrialServer,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const layers = [
    ...(options.layers ?? []),
    ...(fault ? [fault.layer] : []),
    ...(form?.layer ? [form.layer] : []),
  ];
  const mutation = (mutant ?? form)?.mutation?.();
  await using server = await startServer({ dialect, ...(mutation && { mutant: mutation }) });
  const handling =
    options.handling === undefined ? undefined : connectionHandlings[options.handling];
  if (options.handling !== undefined && !handling)
    throw new Error(`There is no handling of connections named ${options.handling}.`);
  const front =
    layers.length > 0 || handling ? await startFront(server.baseUrl, layers, handling) : undefined;
  const link = delay && (await startSlowLink(front ?? server, delay));
  try {
    const reference = referenceTarget(link ?? front ?? server, dialect);
    return await work(form?.target?.(reference) ?? reference);
  } finally {
    await link?.close();
    await front?.close();
  }
}

/** Lets the kit judge a server. */
export function trial(options: TrialOptions): Promise<RunResult> {
  const { mutant, fault, signal, run, requestsPerSecond } = options;
  const { isAnyEnough = false, isWhole = false } = options;
  const stop = new AbortController();
  // Findings are final, so the verdict is known as soon as the clause is broken.
  const onBroken = (clause: string): void => {
    run?.onBroken?.(clause);
    const isEnough = mutant ? isAnyEnough || clause === mutant.breaks : fault !== undefined;
    if (isEnough && !isWhole) stop.abort();
  };
  const either = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
  return withServer(options, (target) =>
    judgeTarget(paced(target, requestsPerSecond), { ...run, onBroken, signal: either }),
  );
}

/** A target that is asked no faster than this. */
export function paced(target: Target, requestsPerSecond: number | undefined): Target {
  return requestsPerSecond === undefined
    ? target
    : { ...target, pace: { ...target.pace, requestsPerSecond } };
}

/** The reference target at another address, with tokens in the dialect's format. */
export function referenceTarget(
  at: { readonly baseUrl: string; readonly analysisUrl: string },
  dialect: Dialect,
): Target {
  const target = seededTarget(at);
  const { limited, ...single } = target.tokens;
  const tokens = Object.fromEntries(
    Object.entries(single).map(([who, token]) => [who, authorizationOf(dialect, token)]),
  );
  return {
    ...target,
    tokens: {
      ...tokens,
      limited: limited.map((each) => ({ ...each, token: authorizationOf(dialect, each.token) })),
    },
  };
}
