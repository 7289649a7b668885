import { readClauses } from '../../src/spec/clauses/clauses.ts';
import { openapiText } from '../../src/spec/openapi.ts';
import type { CreatedKind } from '../judging/called-service.ts';
import type { TargetSummary, TargetUrl } from '../judging/run/conclusions.ts';
import type { RunUnderWay } from '../judging/run/scenario.ts';
import type { Service, ServiceClauses } from '../judging/service.ts';
import type { Answer } from '../judging/talk/answer.ts';
import type { Exchange } from '../judging/talk/exchange.ts';
import { type Context, contextOf, type Setting, settingOf } from './drive/context.ts';
import { observeTraits } from './learn/traits.ts';
import { clientListener } from './listen/client-listener.ts';
import { whyNotObserved } from './listen/unobservable.ts';
import { countClauses } from './model/counts/counting-servers.ts';
import { familyOf } from './model/families.ts';
import { madeUpHashes } from './model/known/made-up-hashes.ts';
import { storedReportClauses } from './model/known/report-state.ts';
import { sameFile } from './model/known/same-file.ts';
import { AbuseFeedModel } from './model/model.ts';
import { rules } from './model/rules/rules.ts';
import { operations } from './operations/operations.ts';
import { hashIn, newDraft } from './requests/draft.ts';
import { harmlessRequest } from './requests/harmless.ts';
import { idForms, madeUpHash } from './requests/made-up.ts';
import { serviceCallers } from './requests/service-callers.ts';
import { conclusionsOf } from './run/conclusions.ts';
import { type AbuseFeedPlan, clausesOfService, type PlanOptions, planOf } from './run/plan.ts';
import { Preflight } from './run/preflight.ts';
import { Remarks } from './run/remarks.ts';
import { notePartlyCounted } from './spend/partly-counted.ts';
import { redactorOf, secretsOf } from './target/secrets.ts';
import type { Target } from './target/target.ts';
import { originOf } from './target/target-file.ts';

/** This service at a target. */
export interface AbuseFeed extends Service<AbuseFeedModel> {
  readonly target: Target;
  readonly setting: Setting;
  readonly plan: AbuseFeedPlan;
  /** What scenarios are written with, for other requests of a run. */
  context(run: RunUnderWay<AbuseFeedModel>, name: string, hear?: (answer: Answer) => void): Context;
}

/**
 * All that the kit knows about the Abuse-Report Feed and Static-Analysis Lookup Service, put together for a
 * target. `described` is the target as its file has it, if a run has added to it.
 */
export function abuseFeed(
  target: Target,
  options: PlanOptions = {},
  described: Target = target,
): AbuseFeed {
  const setting = settingOf(target);
  const { baseUrl, analysisUrl = baseUrl } = target;
  const secrets = secretsOf(target);
  let plan: AbuseFeedPlan | undefined;
  const planned = (): AbuseFeedPlan => {
    plan ??= planOf(setting, options);
    return plan;
  };
  return {
    target,
    setting,
    get plan() {
      return planned();
    },
    urlOf: (area) => (area === 'lookup' ? analysisUrl : baseUrl),
    keyOf: (url) => (isLookup(url) ? 'analysisUrl' : 'baseUrl'),
    operations,
    created: reportsCreated(target),
    countedWords: ['lookup', 'lookups'],
    callers: serviceCallers(setting),
    clauses: serviceClauses,
    summary: summaryOf(target),
    basis: () => ({ document: openapiText(), target: withoutSecrets(described) }),
    harmless: (area) => harmlessRequest(setting, area),
    saidIn: ({ error }) => (error === undefined ? undefined : String(error)),
    redactor: () => redactorOf(secrets),
    model: (modelOptions) =>
      new AbuseFeedModel({
        ...modelOptions,
        target,
        readers: modelOptions.isAlone ? setting.knownCallers.known.map(({ key }) => key) : [],
      }),
    sameSubject: sameFile,
    usableAreas: (run) => new Preflight(setting, run).usableAreas(),
    isPrepared: async (run, area) =>
      area !== 'lookup' || new Preflight(setting, run).filesAreFound(),
    observeWhole: (run, learns) => {
      notePartlyCounted(run.model.counts, target, run.evidence);
      if (learns || target.expected)
        observeTraits(run.evidence, run.model.reports, ofOperations(run));
    },
    conclusions: (run, concludeOptions) =>
      conclusionsOf(run, { setting, plan: planned(), ...concludeOptions }),
    clientJudge: clientListener,
    remarksOn: (model) => new Remarks(target, model),
    whyNotObserved,
    context: (run, name, hear) =>
      contextOf(run.conversation(name, hear), setting, planned().skipped),
  };
}

/** What something in front of the operations has answered shows none of their traits. */
function ofOperations(run: RunUnderWay<AbuseFeedModel>): readonly Exchange[] {
  const others = new Set(run.model.answeredInFront);
  return run.exchanges().filter((one) => !others.has(one));
}

/** The clauses of clauses.yaml and openapi.yaml, with their rules. */
const serviceClauses: ServiceClauses = {
  get all() {
    return clausesOfService();
  },
  get sections() {
    const all = Object.entries(readClauses().sections);
    return Object.fromEntries(all.map(([number, { about }]) => [number, about]));
  },
  rules,
  familyOf,
  alternatives: [storedReportClauses],
  counts: countClauses,
  byChance: ['lookup/counts-in-parallel', 'lookup/counts-per-caller'],
};

/** What is created are reports. */
function reportsCreated({ payload, analyses, unknownHash }: Target): CreatedKind {
  const declared = [...analyses.flatMap((file) => Object.values(file)), unknownHash ?? ''];
  return {
    words: ['report', 'reports'],
    parameter: 'report',
    idIn: ({ id }) => id,
    noId: '00000000-0000-4000-8000-000000000000',
    forms: idForms,
    usual: () => newDraft(payload),
    fresh: {
      word: 'hash',
      inSent: hashIn,
      asked: (exchanges) => madeUpHashes(exchanges, declared),
      make: () => madeUpHash(),
      inShell: '$(openssl rand -hex 32)',
    },
  };
}

const [lookupPath = ''] = operations.of('lookup').path.split('{');

function isLookup(url: string): boolean {
  return url.includes(lookupPath);
}

function summaryOf(target: Target): TargetSummary {
  const { baseUrl, analysisUrl = baseUrl, service, source, areas, pace } = target;
  const feedFrom = originOf(target, 'baseUrl');
  const lookupFrom = originOf(target, 'analysisUrl');
  const feed: TargetUrl = {
    area: 'feed',
    url: baseUrl,
    key: 'baseUrl',
    option: '--base-url',
    ...(feedFrom !== undefined && { from: feedFrom }),
  };
  const lookup: TargetUrl = {
    area: 'lookup',
    url: analysisUrl,
    key: 'analysisUrl',
    option: '--analysis-url',
    ...(lookupFrom !== undefined && { from: lookupFrom }),
  };
  return {
    urls: [feed, lookup].filter(({ area }) => areas.some((one) => one === area)),
    about: service,
    ...(source && { file: source.file }),
    areas,
    pace,
  };
}

function withoutSecrets({ tokens, source: _, from: __, ...rest }: Target): object {
  const { limited, ...single } = tokens;
  return {
    ...rest,
    tokens: Object.keys(single).sort(),
    limited: limited.map(({ remaining }) => remaining),
  };
}
