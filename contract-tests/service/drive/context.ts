import type { Conversation } from '../../judging/run/scenario.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { Evidence } from '../../judging/verdict/evidence.ts';
import type { Reports } from '../model/known/reports.ts';
import type { AbuseFeedModel } from '../model/model.ts';
import { type Callers, callersOf } from '../requests/callers.ts';
import { type Draft, newDraft } from '../requests/draft.ts';
import { type KnownCallers, knownCallersOf } from '../requests/known-callers.ts';
import type { Target } from '../target/target.ts';
import { ScenarioApi } from './api.ts';

/** The dependencies of a scenario. */
export interface Context {
  readonly api: ScenarioApi;
  readonly callers: Callers;
  readonly knownCallers: KnownCallers;
  readonly target: Target;
  readonly evidence: Evidence;
  readonly reports: Reports;
  readonly signal: AbortSignal | undefined;
  /** A valid report that was never sent before. */
  draft(changes?: Partial<Draft>): Draft;
  observe(openPoint: string, value: unknown, exchange?: Exchange): void;
  pause(ms: number): Promise<void>;
  /** Whether the response is a rate limit, and so says nothing about the request (8). */
  isLimit(exchange: Exchange): boolean;
  /** The same context under another scenario name. */
  named(name: string): Context;
  /** Work shared by several scenarios: done once per run, whole. */
  shared<T>(name: string, make: (context: Context) => Promise<T>): Promise<T>;
  /** All exchanges so far. */
  exchanges(): readonly Exchange[];
  /** The second feed, if the target has one. */
  otherService(): string;
  /** All feeds of the target. */
  readonly feeds: readonly string[];
}

/** What is known of a target before anything is sent. */
export interface Setting {
  readonly target: Target;
  readonly callers: Callers;
  readonly knownCallers: KnownCallers;
}

export function settingOf(target: Target): Setting {
  const callers = callersOf(target);
  return { target, callers, knownCallers: knownCallersOf(target, callers) };
}

/** The context of a scenario, by the conversation that a run gives it; requests of these clauses are not sent. */
export function contextOf(
  conversation: Conversation<AbuseFeedModel>,
  setting: Setting,
  skipped: readonly string[] = [],
): Context {
  const { target, callers, knownCallers } = setting;
  const { model, evidence, signal } = conversation;
  const { reports } = model;
  const within = (other: Conversation<AbuseFeedModel>): Context =>
    contextOf(other, setting, skipped);
  return {
    api: new ScenarioApi({
      client: conversation,
      target,
      callers,
      knownCallers,
      reports,
      evidence,
      skipped,
    }),
    callers,
    knownCallers,
    target,
    evidence,
    reports,
    signal,
    named: (name) => within(conversation.named(name)),
    shared: (name, make) => conversation.shared(name, (whole) => make(within(whole))),
    exchanges: conversation.exchanges,
    draft: (changes) => newDraft(target.payload, changes),
    observe: conversation.observe,
    pause: conversation.pause,
    isLimit: conversation.isLimit,
    feeds: [target.service, target.otherService].filter((feed) => feed !== undefined),
    otherService() {
      if (target.otherService === undefined) throw new NotTestable('otherService');
      return target.otherService;
    },
  };
}
