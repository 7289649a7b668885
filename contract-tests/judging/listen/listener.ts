import type { HttpExchange } from '../../../src/traffic/exchange.ts';
import type { ClientFinding, Flaw } from '../../../src/traffic/flaw.ts';
import { secretsIn } from '../../../src/traffic/secrets.ts';
import type { Who } from '../caller.ts';
import type { Evicted, Model } from '../model.ts';
import type { ClientListener, Places, RemarkCollector, Service } from '../service.ts';
import type { Finding } from '../verdict/evidence.ts';
import { BoundedEvidence } from './bounded-evidence.ts';
import { CallerRecognition } from './caller-recognition.ts';
import { callOf, type HeardAnswer, parseExchange, placeOf } from './recognise.ts';
import { TrafficCounts } from './traffic-counts.ts';

/** The result for one exchange. */
export interface Verdict {
  readonly number: number;
  /** Absent where the request is not for the service. */
  readonly parsed?: HeardAnswer;
  /** Why it was not judged. */
  readonly unjudged?: 'of another API' | 'unreadable';
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
  readonly tally: TrafficCounts;
  readonly remarks: RemarkCollector | undefined;
  readonly #places: Places;
  readonly #callers: CallerRecognition;
  readonly #clients: ClientListener | undefined;
  #findings: Finding[] = [];

  constructor(service: Service) {
    const { operations, callers } = service;
    this.service = service;
    this.tally = new TrafficCounts(operations);
    this.#places = new Map(operations.all.map(({ area }) => [area, placeOf(service.urlOf(area))]));
    const told = (finding: Finding): unknown => this.#findings.push(finding);
    this.evidence = new BoundedEvidence(told, () => service.redactor());
    this.model = service.model({ evidence: this.evidence, isAlone: false, most });
    this.remarks = service.remarksOn?.(this.model);
    this.#callers = new CallerRecognition(callers);
    this.#clients = service.clientJudge?.(this.#places);
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
    const number = this.tally.next();
    this.evidence.hide(secretsIn(heard.request));
    const who = this.#who(heard);
    const { theirs } = this.evidence.hiding;
    const flaws = this.#clients?.hear(heard, who.key, theirs) ?? [];
    const { operations } = this.service;
    const call = callOf(operations, heard.request.method, heard.request.url, this.#places);
    if (!call) return this.#passOver(number, 'of another API', flaws);
    const parsed = parseExchange(operations, heard, call, {
      who,
      number,
      redactor: this.evidence.hiding,
    });
    if (!parsed) return this.#passOver(number, 'unreadable', flaws);
    this.#findings = [];
    const { answer, ...circumstances } = parsed;
    this.model.noteAnswer(answer.exchange, who, { circumstances, read: answer });
    this.tally.add(answer);
    this.remarks?.onAnswer(answer);
    return { number, parsed, findings: this.#findings, flaws };
  }

  #who({ request, caller }: HttpExchange<Buffer | string>): Who {
    if (caller === undefined) return this.#callers.who(request.headers.authorization);
    return this.service.callers.unlisted(caller ?? somebody);
  }

  #passOver(
    number: number,
    unjudged: NonNullable<Verdict['unjudged']>,
    flaws: readonly Flaw[],
  ): Verdict {
    this.tally.addUnjudged(unjudged);
    return { number, unjudged, findings: [], flaws };
  }
}
