import type { Area } from '../../../src/spec/clauses/clauses.ts';
import type { Conversation, Scenario as RunScenario } from '../../judging/run/scenario.ts';
import { contextOf, type PlannedRequests, type Setting } from '../drive/context.ts';
import { type ExploreOptions, explore } from '../drive/explore.ts';
import { type Scenario, spends } from '../drive/scenario.ts';
import type { Probe } from '../learn/probe.ts';
import type { AbuseFeedModel } from '../model/model.ts';

/** A scenario of this service as a run sees it. */
export function asRunScenario(
  check: Scenario,
  area: Area,
  setting: Setting,
  planned: PlannedRequests,
): RunScenario<AbuseFeedModel> {
  const { name, clauses, stage, run } = check;
  const within = (conversation: Conversation<AbuseFeedModel>) =>
    contextOf(conversation, setting, planned);
  return {
    name,
    area,
    clauses,
    isCounted: spends(stage),
    run: (conversation) => run(within(conversation)),
  };
}

/** What finds out answers to open points. */
export function asProbeScenario(
  { area, run }: Probe,
  nth: number,
  setting: Setting,
  planned: PlannedRequests,
): RunScenario<AbuseFeedModel> {
  return {
    name: `probe ${nth + 1}`,
    area,
    clauses: [],
    isProbe: true,
    run: (conversation) => run(contextOf(conversation, setting, planned)),
  };
}

/** Random requests that no scenario covers. */
export function walkScenario(
  exploring: ExploreOptions,
  setting: Setting,
  planned: PlannedRequests,
): RunScenario<AbuseFeedModel> {
  return {
    name: 'walk',
    area: 'feed',
    clauses: [],
    run: async (conversation) => {
      const context = contextOf(conversation, setting, planned);
      conversation.model.explored = await explore(context, exploring);
    },
  };
}
