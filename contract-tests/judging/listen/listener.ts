import { ClientJudge } from '../../../src/spec/requests/client-judge.ts';
import type { Flaw } from '../../../src/spec/requests/flaw.ts';
import type { HttpExchange } from '../../../src/spec/traffic/exchange.ts';
import { secretsIn } from '../../../src/spec/traffic/secrets.ts';
import { clientCall } from '../../service/listen/client-call.ts';
import {
  type ModelCaller,
  unidentifiedCaller,
  unlistedCaller,
} from '../../service/model/known/who.ts';
import { Model } from '../../service/model/model.ts';
import type { Target } from '../../service/target/target.ts';
import { Remarks } from '../run/remarks.ts';
import { secretsOf } from '../talk/secrets.ts';
import type { Finding } from '../verdict/evidence.ts';
import { BoundedEvidence } from './bounded-evidence.ts';
import { CallerRecognition } from './caller-recognition.ts';
import { type BaseUrls, baseUrlOf, callOf, type HeardAnswer, parseExchange } from './recognise.ts';
import { TrafficCounts } from './traffic-counts.ts';

/** The result for one exchange. */
export interface Verdict {
  readonly number: number;
  /** Absent where the request is not for this API. */
  readonly parsed?: HeardAnswer;
  /** Why it was not judged. */
  readonly unjudged?: 'of another API' | 'unreadable';
  /** Findings about the server. */
  readonly findings: readonly Finding[];
  /** Flaws of the client. */
  readonly flaws: readonly Flaw[];
}

/** Limits of what is kept about reports. */
const most = { entries: 10_000, size: 8 * 1024 * 1024 };

/**
 * Judges a server by the requests of others. It knows only the exchanges so far, in order of their
 * responses, and sends nothing itself; an unknown report is not suspicious.
 */
export class Listener {
  readonly evidence: BoundedEvidence;
  readonly model: Model;
  readonly tally = new TrafficCounts();
  readonly clients = new ClientJudge();
  readonly remarks: Remarks;
  readonly #target: Target;
  readonly #places: BaseUrls;
  readonly #callers: CallerRecognition;
  #findings: Finding[] = [];

  constructor(target: Target) {
    this.#target = target;
    this.#places = {
      feed: baseUrlOf(target.baseUrl),
      lookup: baseUrlOf(target.analysisUrl ?? target.baseUrl),
    };
    const told = (finding: Finding): unknown => this.#findings.push(finding);
    this.evidence = new BoundedEvidence(told, secretsOf(target));
    this.model = new Model({ target, evidence: this.evidence, isAlone: false, most });
    this.remarks = new Remarks(target);
    this.#callers = new CallerRecognition(target);
  }

  get target(): Target {
    return this.#target;
  }

  /** What was evicted in favour of newer entries. */
  get forgotten() {
    return {
      reports: this.model.reports.forgotten,
      analyses: this.model.files.forgotten,
      callers: this.#callers.forgotten,
    };
  }

  /** Judges one exchange in the light of all earlier ones. */
  observe(heard: HttpExchange<Buffer | string>): Verdict {
    const number = this.tally.next();
    this.evidence.hide(secretsIn(heard.request));
    const who = this.#who(heard);
    const flaws = this.#hearClient(heard, who);
    const call = callOf(heard.request.method, heard.request.url, this.#places);
    if (!call) return this.#passedOver(number, 'of another API', flaws);
    const parsed = parseExchange(heard, call, who, number);
    if (!parsed) return this.#passedOver(number, 'unreadable', flaws);
    this.#findings = [];
    const { answer, ...circumstances } = parsed;
    this.model.answered(answer.exchange, who, { circumstances, read: answer });
    this.tally.add(answer);
    this.remarks.onAnswer(answer);
    return { number, parsed, findings: this.#findings, flaws };
  }

  #who({ request, caller }: HttpExchange<Buffer | string>): ModelCaller {
    if (caller === null) return unidentifiedCaller;
    return caller === undefined
      ? this.#callers.who(request.headers.authorization)
      : unlistedCaller(caller);
  }

  #hearClient(heard: HttpExchange<Buffer | string>, { key }: ModelCaller): readonly Flaw[] {
    const call = clientCall(heard, key, this.#places);
    return call ? this.evidence.hiding.value(this.clients.hear(...call)) : [];
  }

  #passedOver(
    number: number,
    unjudged: NonNullable<Verdict['unjudged']>,
    flaws: readonly Flaw[],
  ): Verdict {
    this.tally.passedOver(unjudged);
    return { number, unjudged, findings: [], flaws };
  }
}
