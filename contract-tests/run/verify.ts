import { type Area, allClauses, areaOf, bySection, type Clause } from '../../src/spec/clauses.ts';
import { Broken, type Check, NotTestable, type Stage } from '../checks/check.ts';
import type { Context } from '../checks/context.ts';
import { allChecks } from '../checks/index.ts';
import { countPlans } from '../counts/count-plan.ts';
import { Evidence } from '../judge/evidence.ts';
import { judgeOf } from '../judge/judge.ts';
import { clauseResult, verdictOf } from '../judge/verdict.ts';
import { choiceCard } from '../learn/choice-card.ts';
import { judgeExpectations } from '../learn/expectations.ts';
import { arising } from '../learn/hidden-points.ts';
import type { Probe } from '../learn/probe.ts';
import { allProbes } from '../learn/probes.ts';
import { observeTraits } from '../learn/traits.ts';
import { readAnswer } from '../talk/answer.ts';
import { apiOf } from '../talk/api.ts';
import { callersOf } from '../talk/callers.ts';
import { connect, NoAnswer } from '../talk/client.ts';
import { newDraft } from '../talk/draft.ts';
import type { Exchange } from '../talk/exchange.ts';
import { Ledger } from '../talk/ledger.ts';
import type { Target } from '../target/target.ts';
import { lineOf } from '../target/target-lines.ts';
import { cleanUp } from './cleanup.ts';
import { coverageOf } from './coverage.ts';
import { preflightFeed, preflightLookup } from './preflight.ts';
import { redacted, secretForms } from './redact.ts';
import type { RunResult } from './result.ts';

export interface RunOptions {
  /** Ids of the clauses to judge; all where it is absent. */
  readonly only?: readonly string[];
  readonly requireAll?: boolean;
  /** Find out how the target answers every open point that can be seen from outside. */
  readonly learn?: boolean;
  /** Answers other than the expected ones end with 1. */
  readonly strict?: boolean;
  readonly signal?: AbortSignal;
  /** Told of each check that ends, for a progress line. */
  readonly onProgress?: (done: number, all: number) => void;
}

const secretsOf = ({ tokens, baseUrl, analysisUrl }: Target): string[] => {
  const { limited, ...single } = tokens;
  const values = [...Object.values(single), ...limited.map(({ token }) => token)];
  const passwords = [baseUrl, analysisUrl ?? baseUrl].map((url) =>
    URL.canParse(url) ? new URL(url).password : '',
  );
  return [...values.flatMap(secretForms), ...passwords].filter((value) => value !== '');
};

/** Judges a target, clause by clause. Everything it says is in what it returns, free of secrets. */
export const verify = async (target: Target, options: RunOptions = {}): Promise<RunResult> => {
  const startedAt = new Date();
  const selected = allClauses().filter(({ id }) => options.only?.includes(id) ?? true);
  const evidence = new Evidence();
  const ledger = new Ledger();
  const judge = judgeOf(evidence, ledger);
  const client = connect(target, { signal: options.signal, onExchange: judge });
  const callers = callersOf(target);
  const memo = new Map<string, Promise<unknown>>();
  const learns = (openPoint: string): boolean =>
    options.learn === true || target.expectations?.answers[openPoint] !== undefined;

  const contextOf = (): Context & { last(): Exchange | undefined } => {
    let last: Exchange | undefined;
    const watched = {
      ...client,
      ask: async (...args: Parameters<typeof client.ask>) => {
        last = await client.ask(...args);
        return last;
      },
    };
    return {
      api: apiOf({ client: watched, target, callers, ledger, evidence, signal: options.signal }),
      callers,
      target,
      evidence,
      ledger,
      signal: options.signal,
      last: () => last,
      exchanges: () => client.exchanges,
      draft: (changes) => newDraft(target.payload, changes),
      observe: (...seen) => evidence.observe(...seen),
      learns,
      shared<T>(name: string, make: () => Promise<T>): Promise<T> {
        const known = memo.get(name) ?? make();
        memo.set(name, known);
        return known as Promise<T>;
      },
      otherService() {
        if (target.otherService === undefined) throw new NotTestable('otherService');
        return target.otherService;
      },
    };
  };

  const unanswered: { readonly clauses: readonly string[]; readonly error: NoAnswer }[] = [];

  const attempt = async (check: Check, again = false): Promise<void> => {
    const context = contextOf();
    try {
      await check.run(context);
      if (check.proves) for (const id of check.clauses) evidence.met(id);
    } catch (error) {
      if (options.signal?.aborted) return;
      if (error instanceof Broken)
        for (const clause of error.clause ? [error.clause] : check.clauses) {
          const exchange = error.exchange ?? context.last();
          const { expected, actual } = error;
          evidence.broken({ clause, expected, actual, ...(exchange && { exchange }) });
          for (const id of check.clauses)
            if (id !== clause) evidence.untested(id, `${clause} is broken`);
        }
      else if (error instanceof NotTestable)
        for (const id of check.clauses) evidence.untested(id, error.message);
      // A connection may be lost once; calls that are counted are not made twice.
      else if (error instanceof NoAnswer && !again && check.stage !== 'spend')
        await attempt(check, true);
      else if (error instanceof NoAnswer) unanswered.push({ clauses: check.clauses, error });
      else throw error;
    }
  };

  const wanted = new Set(selected.filter(({ kind }) => kind !== 'open').map(({ id }) => id));
  const openWanted = selected.some(({ kind }) => kind === 'open');
  const known = new Map<string, Clause>(allClauses().map((clause) => [clause.id, clause]));
  const areaOfCheck = (check: Check): Area => {
    const clause = known.get(check.clauses[0] ?? '');
    return clause ? areaOf(clause) : 'feed';
  };
  const checks = allChecks().filter(
    (check) =>
      (openWanted || check.clauses.some((id) => wanted.has(id))) &&
      target.areas.includes(areaOfCheck(check)),
  );
  const due = allProbes().filter(
    ({ area, points }) =>
      points.some(learns) && checks.some((check) => areaOfCheck(check) === area),
  );
  const all = checks.length + due.length;
  let done = 0;
  /** Whatever a probe meets, it only stays without an answer: what it asked is judged already. */
  const learn = async (area: Area, name: Probe['stage'] = 'main'): Promise<void> => {
    await Promise.all(
      due
        .filter((probe) => probe.area === area && probe.stage === name)
        .map(async (probe) => {
          if (!options.signal?.aborted)
            await probe.run(contextOf()).catch((error: unknown) => {
              const expected = [Broken, NotTestable, NoAnswer].some(
                (kind) => error instanceof kind,
              );
              if (!expected && !options.signal?.aborted) throw error;
            });
          done += 1;
          options.onProgress?.(done, all);
        }),
    );
  };
  const stage = async (area: Area, name: Stage): Promise<void> => {
    const staged = checks.filter((check) => areaOfCheck(check) === area && check.stage === name);
    await Promise.all(
      staged.map(async (check) => {
        if (!options.signal?.aborted) await attempt(check);
        done += 1;
        options.onProgress?.(done, all);
      }),
    );
  };
  const skipped = (area: Area, reason: string): void => {
    for (const clause of selected)
      if (areaOf(clause) === area) evidence.untested(clause.id, reason);
  };

  const feed = async (): Promise<void> => {
    if (!checks.some((check) => areaOfCheck(check) === 'feed')) return;
    if (await preflightFeed(contextOf())) {
      await stage('feed', 'main');
      await stage('feed', 'last');
      await learn('feed');
      await learn('feed', 'last');
    } else skipped('feed', 'the preflight found a problem with the target file');
  };
  const lookup = async (): Promise<void> => {
    if (!checks.some((check) => areaOfCheck(check) === 'lookup')) return;
    await stage('lookup', 'probe');
    if (await preflightLookup(contextOf())) {
      await stage('lookup', 'main');
      await stage('lookup', 'spend');
      await learn('lookup');
    } else skipped('lookup', 'the preflight found a problem with the target file');
  };

  let failure: unknown;
  await Promise.all([feed(), lookup()]).catch((error) => {
    failure = error;
  });
  await client.settled();
  const leftovers = await cleanUp(target, callers, ledger, judge);
  await client.close();
  const aborted = options.signal?.aborted ?? false;
  if (failure && !aborted) {
    if (!(failure instanceof NoAnswer)) throw failure;
    unanswered.push({ clauses: [], error: failure });
  }
  for (const { clauses, error } of unanswered) {
    for (const id of clauses) evidence.untested(id, `no answer came from ${error.url}`);
    const key = error.url.includes('/private/sample/') ? 'analysisUrl' : 'baseUrl';
    evidence.problem({ key, message: `a request was not answered: ${error.message}` });
  }

  if (options.learn || target.expectations) observeTraits(evidence, ledger, client.exchanges);
  const expectations =
    target.expectations &&
    judgeExpectations(target.expectations, arising(evidence.observations), target);
  const clauses = selected
    .map((clause) => clauseResult(clause, evidence, target))
    .sort((a, b) => bySection(a.section, b.section));
  const { source } = target;
  const problems = evidence.problems.map((problem) => {
    const line = source && lineOf(source.text, problem.key);
    return line ? { ...problem, line } : problem;
  });
  const result: RunResult = {
    ...verdictOf({
      clauses,
      areas: target.areas,
      problems,
      aborted,
      requireAll: options.requireAll ?? false,
      expectations,
      strict: options.strict ?? false,
    }),
    target: {
      baseUrl: target.baseUrl,
      ...(target.analysisUrl !== undefined && { analysisUrl: target.analysisUrl }),
      service: target.service,
      ...(source && { file: source.file }),
      areas: target.areas,
    },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: client.exchanges.length,
    clauses,
    observations: evidence.observations,
    ...(options.learn && { card: choiceCard(evidence.observations, target) }),
    ...(expectations && { expectations }),
    problems,
    spending: countPlans(target.tokens.limited).map(({ token: _, ...plan }) => plan),
    leftovers,
    coverage: coverageOf(client.exchanges.map((one) => readAnswer(one))),
    aborted,
  };
  return redacted(result, secretsOf(target));
};
