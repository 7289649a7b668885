import type { HttpExchange } from '../../../src/traffic/exchange.ts';
import type { ClientFinding, Flaw } from '../../../src/traffic/flaw.ts';
import { secretsIn } from '../../../src/traffic/secrets.ts';
import type { Who } from '../caller.ts';
import type { Evicted, Model } from '../model.ts';
import { CoverageCount } from '../run/coverage.ts';
import type { ClientListener, Places, RemarkCollector, Service } from '../service.ts';
import type { Finding } from '../verdict/evidence.ts';
import { BoundedEvidence } from './bounded-evidence.ts';
import { CallerRecognition } from './caller-recognition.ts';
import { callOf, type HeardAnswer, parseExchange, placeOf } from './recognise.ts';

/** Why an exchange was not judged. */
export type Unjudged =
  | 'of another API'
  | 'unreadable'
  | 'too large'
  | 'too fast'
  | 'unanswered'
  | 'ours'
  | 'bug';

const failures = {
  'no response': 'ours',
  'client hung up': 'unanswered',
  'too large': 'too large',
} as const;

/** The result for one exchange. */
export interface Verdict {
  readonly number: number;
  /** Absent where the request is not for the service, or has no whole response. */
  readonly parsed?: HeardAnswer;
  /** Why its response was not judged. */
  readonly unjudged?: Unjudged;
  /** Findings about the server. */
  readonly findings: readonly Finding[];
  /** Flaws of the client. */
  readonly flaws: readonly Flaw[];
}

/** Limits of what is kept. */
const most = { entries: 10_000, size: 8 * 1024 * 1024 };

/** For recordings, which leave out tokens. */
const somebody = 'somebody';

/**
 * Judges a server by the requests of others. It knows only the exchanges so far, in order of their
 * responses, and sends nothing itself; what it has not seen created is not suspicious.
 */
export class Listener {
  readonly service: Service;
  readonly evidence: BoundedEvidence;
  readonly model: Model;
  readonly coverage: CoverageCount;
  /** How many exchanges were not judged, by reason. */
  readonly unjudged: { [why in Unjudged]?: number } = {};
  readonly remarks: RemarkCollector | undefined;
  readonly #places: Places;
  readonly #callers: CallerRecognition;
  readonly #clients: ClientListener | undefined;
  #findings: Finding[] = [];
  #received = 0;

  constructor(service: Service) {
    const { operations, callers } = service;
    this.service = service;
    this.coverage = new CoverageCount(operations);
    this.#places = new Map(operations.all.map(({ area }) => [area, placeOf(service.urlOf(area))]));
    const told = (finding: Finding): unknown => this.#findings.push(finding);
    this.evidence = new BoundedEvidence(told, () => service.redactor());
    this.model = service.model({ evidence: this.evidence, isAlone: false, most });
    this.remarks = service.remarksOn?.(this.model);
    this.#callers = new CallerRecognition(callers);
    this.#clients = service.clientJudge?.(this.#places);
  }

  /** The number of exchanges so far. */
  get received(): number {
    return this.#received;
  }

  /** The flaws of clients so far. */
  get clientFindings(): readonly ClientFinding[] {
    return this.#clients?.findings ?? [];
  }

  /** What was evicted in favour of newer entries. */
  get forgotten(): readonly Evicted[] {
    const callers: Evicted = { count: this.#callers.forgotten, words: ['caller', 'callers'] };
    return [...this.model.forgotten, callers].filter(({ count }) => count > 0);
  }

  /** Judges one exchange in the light of all earlier ones. */
  observe(heard: HttpExchange<Buffer | string>): Verdict {
    this.#received += 1;
    const number = this.#received;
    if (heard.failure !== undefined) {
      this.addUnjudged(failures[heard.failure]);
      return { number, findings: [], flaws: [] };
    }
    this.evidence.hide(secretsIn(heard.request));
    const who = this.#who(heard);
    const { theirs } = this.evidence.hiding;
    const flaws = this.#clients?.hear(heard, who.key, theirs) ?? [];
    const { operations } = this.service;
    const call = callOf(operations, heard.request.method, heard.request.url, this.#places);
    if (!call) return this.#passOver('of another API', flaws);
    const parsed = parseExchange(operations, heard, call, {
      who,
      number,
      redactor: this.evidence.hiding,
    });
    if (!parsed) return this.#passOver('unreadable', flaws);
    this.#findings = [];
    const { answer, ...circumstances } = parsed;
    this.model.noteAnswer(answer.exchange, who, { circumstances, read: answer });
    this.coverage.add(answer.exchange);
    this.remarks?.onAnswer(answer);
    return { number, parsed, findings: this.#findings, flaws };
  }

  #who({ request, caller }: HttpExchange<Buffer | string>): Who {
    if (caller === undefined) return this.#callers.who(request.headers.authorization);
    return this.service.callers.unlisted(caller ?? somebody);
  }

  /** Counts one that was received, but for which there is no time. */
  drop(): void {
    this.#received += 1;
    this.addUnjudged('too fast');
  }

  addUnjudged(why: Unjudged): void {
    this.unjudged[why] = (this.unjudged[why] ?? 0) + 1;
  }

  #passOver(unjudged: Unjudged, flaws: readonly Flaw[] = []): Verdict {
    this.addUnjudged(unjudged);
    return { number: this.#received, unjudged, findings: [], flaws };
  }
}
