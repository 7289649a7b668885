import {
  abuseFeed,
  allClauses,
  announcement,
  type Clause,
  heading,
  type judgeTarget,
  leastBudget,
  type PlanOptions,
  survey,
  type Target,
  type VerifyResult,
  wordsOf,
} from '../../../contract-tests/index.ts';
import { harRecorder, writeHar } from '../har-file.ts';
import type { ExitCode, Io } from '../io.ts';
import { seedFrom, UsageError, wholeNumber } from '../options.ts';
import { CreatedFile } from './created-file.ts';
import { dryRunCode, dryRunReport } from './dry-run.ts';
import { type Choice, isDescribed, judgedServer, type ServerUnderTest } from './judged.ts';
import { print } from './on-github.ts';
import { refill } from './refill.ts';
import { selection, splitList } from './selection.ts';
import type { VerifyValues } from './verify-options.ts';
import { type Progress, progressOn } from './verify-progress.ts';

/** How a target is judged; tests pass a recorded result. */
export type VerifyTarget = typeof judgeTarget;

/** What the command line asks for. */
interface Wanted {
  readonly values: VerifyValues;
  readonly chosen: readonly Clause[];
  readonly choice: Choice;
}

/** The run of a target, or of the reference server, that the command line asks for. */
export class VerifyRun {
  readonly #wanted: Wanted;
  readonly #plan: PlanOptions;
  readonly #io: Io;

  constructor(wanted: Wanted, io: Io) {
    this.#wanted = wanted;
    this.#plan = planOptionsOf(wanted);
    this.#io = io;
  }

  /** Says what it would do. */
  async dryRun(): Promise<ExitCode> {
    const io = this.#io;
    const { target, close } = await this.#server();
    try {
      const made = await survey(target, { ...this.#plan, signal: io.signal });
      io.stdout.write(dryRunReport(target, made));
      return dryRunCode(made);
    } finally {
      await close();
    }
  }

  /** `command`: what repeats it. */
  async judge(judge: VerifyTarget, command: string): Promise<VerifyResult> {
    const { values } = this.#wanted;
    const io = this.#io;
    const { target, close } = await this.#server();
    const progress = progressOn(io.stderr);
    try {
      const service = abuseFeed(target, this.#plan);
      const recorder = harRecorder(values, service.redactor());
      await this.#announce(target, service);
      const created = this.#createdFile(target);
      const result = await judge(target, {
        ...(created && { onStored: created.listener }),
        ...(recorder && { onReceived: (exchange) => recorder.add(exchange) }),
        ...this.#judgeOptions(target, progress),
        command,
      }).catch((error: unknown) => {
        io.stdout.write(created?.hint(true) ?? '');
        throw error;
      });
      writeHar(values, io, recorder);
      const hint = created?.hint(result.leftovers.length > 0) ?? '';
      if (hint === '') created?.remove();
      io.stdout.write(hint);
      return result;
    } finally {
      progress.end();
      await close();
    }
  }

  async #server(): Promise<ServerUnderTest> {
    const { values, choice } = this.#wanted;
    const server = await judgedServer(choice, this.#io);
    return values.careful ? { ...server, target: { ...server.target, careful: true } } : server;
  }

  async #announce(target: Target, service: ReturnType<typeof abuseFeed>): Promise<void> {
    const io = this.#io;
    const { spending } = service.plan;
    print(`${heading(service.summary)}\n`, io);
    await refill(target, spending, io);
    io.stdout.write(announcement({ spending, words: wordsOf(service) }));
  }

  /** None for the reference server: it is gone after the run, with its contents. */
  #createdFile(target: Target): CreatedFile | undefined {
    const { values, choice } = this.#wanted;
    const io = this.#io;
    return isDescribed(choice, io) ? new CreatedFile(target, values.target, io) : undefined;
  }

  #judgeOptions(target: Target, { onProgress, onPhase, onNotice }: Progress) {
    const { values, chosen } = this.#wanted;
    const stop = new AbortController();
    const judgedHere = new Set(chosen.map(({ id }) => id));
    for (const { clause } of target.waive) judgedHere.delete(clause);
    const onBroken = (clause: string): void => {
      if (values['fail-fast'] && judgedHere.has(clause)) stop.abort();
    };
    return {
      ...this.#plan,
      strict: values.strict ?? false,
      requireAll: values['require-all'] ?? false,
      failOn5xx: values['fail-on-5xx'] ?? false,
      signal: AbortSignal.any([this.#io.signal, stop.signal]),
      onBroken,
      onProgress,
      onPhase,
      onNotice,
    };
  }
}

function planOptionsOf({ values, chosen }: Wanted): PlanOptions {
  const skip = splitList(values.skip);
  return {
    ...(chosen.length < allClauses().length && { only: chosen.map(({ id }) => id) }),
    ...(skip.length > 0 && { skip: selection(skip).map(({ id }) => id) }),
    ...(values.explore !== undefined && { explore: walkOf(values.explore) }),
    ...(values.budget !== undefined && {
      budget: wholeNumber(values.budget, '--budget', leastBudget),
    }),
    noSpend: values['no-spend'] ?? false,
    learn: values.learn !== undefined,
    planSeed: seedFrom(values['plan-seed'] ?? '1', '--plan-seed'),
    thorough: values.thorough ?? false,
  };
}

/** `60s`, `2m` or a number of requests. */
function walkOf(given: string): { readonly requests: number } | { readonly ms: number } {
  const [, count = '', unit = ''] = /^(\d+)(s|m|)$/.exec(given) ?? [];
  if (count === '' || Number(count) === 0)
    throw new UsageError('--explore takes a time such as 60s or 2m, or a number of requests.');
  if (unit === '') return { requests: Number(count) };
  return { ms: Number(count) * (unit === 'm' ? 60_000 : 1000) };
}
