import type { HttpExchange } from '../../src/traffic/exchange.ts';
import type { ClientFinding, Flaw } from '../../src/traffic/flaw.ts';
import type { CalledService } from './called-service.ts';
import type { Clause } from './clause.ts';
import type { Model, ModelOptions } from './model.ts';
import type { ConcludeOptions, Conclusions, Remark, TargetSummary } from './run/conclusions.ts';
import type { Plan, RunUnderWay } from './run/scenario.ts';
import type { Answer } from './talk/answer.ts';
import type { Ask } from './talk/ask.ts';
import type { JsonBody } from './talk/body.ts';
import type { Exchange } from './talk/exchange.ts';
import type { RuleFacts } from './verdict/rule.ts';

/** The clauses of a service, and what connects them. */
export interface ServiceClauses {
  readonly all: readonly Clause[];
  /** What each section is about, by its number. */
  readonly sections?: { readonly [section: string]: string };
  readonly rules: readonly RuleFacts[];
  /** Clauses that state the same for several operations or fields: one fault explains all of a family. */
  familyOf?(clause: string): string | undefined;
  /** Clauses of which one observation meets or breaks one or another. */
  readonly alternatives?: readonly (readonly string[])[];
  /** Those judged by all counted requests together; which of them is broken is a guess. */
  readonly counts?: readonly string[];
  /** Those that depend on what else is sent meanwhile: that one replay does not show them proves nothing. */
  readonly byChance?: readonly string[];
}

/** Where each area is served: origin, and path without a trailing slash. */
export type Places = ReadonlyMap<string, string>;

/** Hears the requests of clients, and judges them. */
export interface ClientListener {
  /** The flaws of a request, by the key of its caller. */
  hear(
    heard: HttpExchange<Buffer | string>,
    caller: string,
    hide: (text: string) => string,
  ): readonly Flaw[];
  readonly findings: readonly ClientFinding[];
}

/** Hears responses, and lists what is worth knowing. */
export interface RemarkCollector {
  onAnswer(answer: Answer): void;
  list(): Remark[];
}

/** All that this half is told about a service, and about the server that is judged. */
export interface Service<M extends Model = Model> extends CalledService {
  readonly clauses: ServiceClauses;
  /** A request to an area that changes nothing and is not counted. */
  harmless(area: string): Ask;
  /** What a refusal says. */
  saidIn?(body: JsonBody): string | undefined;
  /** The key of the target file that a URL comes from. */
  keyOf(url: string): string;
  /** What the requests are called that are counted. */
  readonly countedWords?: readonly [one: string, many: string];
  /** The target in a result. */
  readonly summary: TargetSummary;
  /** The contract, and the target without its secrets: what a verdict is based on. */
  basis(): { readonly document: string; readonly target: unknown };
  /** What exchanges say about the server, and which clauses they break. */
  model(options: ModelOptions): M;
  /** Which exchanges of a history are about the same as one, where more than an id tells; for slices. */
  sameSubject?(
    shown: Exchange,
    history: readonly Exchange[],
  ): ((one: Exchange) => boolean) | undefined;
  /** What a run will do: its clauses, scenarios and probes. */
  readonly plan: Plan;
  /** The areas that can be judged; what is wrong with the others is recorded. */
  usableAreas(run: RunUnderWay<M>): Promise<readonly string[]>;
  /** Whether an area can be judged as a whole, after its preparations. */
  isPrepared?(run: RunUnderWay<M>, area: string): Promise<boolean>;
  /** Records what only the whole history shows of open points. */
  observeWhole?(run: RunUnderWay<M>, learns: boolean): void;
  /** Judges the clients of a server by what they send. */
  clientJudge?(places: Places): ClientListener;
  /** Collects what is worth knowing about exchanges that others make. */
  remarksOn?(model: M): RemarkCollector;
  /** Why traffic has not shown a clause, and what would. */
  whyNotObserved?(clause: string): string;
  /** What the service adds to the result of a run. */
  conclusions?(run: RunUnderWay<M>, options: ConcludeOptions): Conclusions;
}
