import { plural } from '../../../src/values/listed.ts';
import type { ConcludeOptions, Conclusions, Remark } from '../../judging/run/conclusions.ts';
import type { RunUnderWay } from '../../judging/run/scenario.ts';
import { type JsonBody, readAnswer } from '../../judging/talk/answer.ts';
import type { ExpectationReport } from '../../judging/verdict/expected.ts';
import type { Setting } from '../drive/context.ts';
import { type ChoiceCard, choiceCard } from '../learn/choice-card.ts';
import { judgeExpectations } from '../learn/expectations.ts';
import { withoutHidden } from '../learn/hidden-points.ts';
import type { SeenCaller } from '../learn/twin.ts';
import { noneLeft } from '../model/counts/judge-counts.ts';
import type { AbuseFeedModel } from '../model/model.ts';
import type { AbuseFeedPlan } from './plan.ts';
import { Remarks } from './remarks.ts';

/** What only a run of this service has. */
export interface Learned {
  /** The answers to open points. */
  readonly card: ChoiceCard;
  /** The analyses seen. */
  readonly analyses: readonly JsonBody[];
  readonly callers: readonly SeenCaller[];
}

interface ConclusionOptions extends ConcludeOptions {
  readonly setting: Setting;
  readonly plan: AbuseFeedPlan;
}

type FeedRun = RunUnderWay<AbuseFeedModel>;

/** What this service adds to the result of a run. */
export function conclusionsOf(
  run: FeedRun,
  { setting, plan, learn = false, strict = false }: ConclusionOptions,
): Conclusions {
  const { target, knownCallers } = setting;
  const { evidence, model } = run;
  const expectations = expectationsOf(run, setting, strict);
  const learned: Learned | undefined = learn
    ? {
        card: choiceCard(evidence.observations, target),
        analyses: model.files.all(),
        callers: callersSeen(run),
      }
    : undefined;
  return {
    ...(model.explored && { explored: model.explored }),
    ...(expectations && { expectations }),
    spending: plan.spending,
    unlocks: knownCallers.unlocks,
    remarks: remarksOf(run, setting),
    ...(isUsedUp(run, plan) && {
      caveat: 'section 8 was not tried: every limited token is used up',
    }),
    conditions: usedOf(run, plan),
    ...(learned && { own: learned }),
  };
}

/** Those who asked to create. */
function callersSeen(run: FeedRun): SeenCaller[] {
  const asked = run.exchanges().filter(({ operation }) => operation === 'create');
  return [...new Set(asked.map(({ caller }) => caller))].map((key) => {
    const name = run.model.reporters.nameOf(key);
    return {
      key,
      creates: asked.some(({ caller, outcome }) => caller === key && outcome === 'success'),
      ...(typeof name === 'string' && { name }),
    };
  });
}

function expectationsOf(
  { evidence }: FeedRun,
  { target }: Setting,
  strict: boolean,
): ExpectationReport | undefined {
  return (
    target.expected && {
      ...judgeExpectations(target.expected, withoutHidden(evidence.observations), target),
      strict,
    }
  );
}

function remarksOf(run: FeedRun, { target }: Setting): Remark[] {
  const remarks = new Remarks(target, run.model);
  for (const exchange of run.exchanges())
    if (!run.isLimit(exchange)) remarks.onAnswer(readAnswer(exchange));
  return remarks.list();
}

/** The calls that an incomplete run made with limited tokens: their counts in the target file are now wrong. */
function usedOf(run: FeedRun, { spending }: AbuseFeedPlan): string[] {
  if (!run.isCutShort) return [];
  return spending.flatMap(({ key, remaining }) => {
    // Throttled calls were not counted; some were recognised as throttled only later.
    const used = run
      .exchanges()
      .filter((one) => one.caller === key && !one.throttled && !run.isLimit(one)).length;
    const left = Math.max(0, remaining - used);
    return used > 0 && remaining > 0
      ? [
          `The run was stopped, and has used ${plural(used, 'request')} of ${key}: set its remaining to ${left}.`,
        ]
      : [];
  });
}

/** Whether all limited tokens were used up from the start. */
function isUsedUp({ evidence }: FeedRun, { spending }: AbuseFeedPlan): boolean {
  const spent = spending.filter(({ calls, remaining }) => calls > 0 && remaining > 0);
  const reasons = evidence.reasons('lookup/counts-once');
  return spent.length > 0 && spent.every(({ key }) => reasons.includes(noneLeft(key)));
}
