import { draftFlaws } from '../../../src/requests/request-flaws.ts';
import { isFileHash } from '../../../src/spec/file-hashes.ts';
import { secretForms } from '../../../src/traffic/secrets.ts';
import { plural } from '../../../src/values/listed.ts';
import { isUuid } from '../../../src/values/uuid.ts';
import type { Remark } from '../../judging/run/conclusions.ts';
import type { RemarkCollector } from '../../judging/service.ts';
import { type Answer, isObject } from '../../judging/talk/answer.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import type { Lateness } from '../model/known/lateness.ts';
import type { Reports } from '../model/known/reports.ts';
import type { AbuseFeedModel } from '../model/model.ts';
import { operations } from '../operations/operations.ts';
import type { Target } from '../target/target.ts';

/** 5xx ends a run with 1 by --fail-on-5xx. */
type RemarkId = '5xx' | 'token-shown' | 'late-reports' | 'in-front' | 'two-meanings';

interface Calls {
  valid: number;
  failed: number;
  first?: Exchange;
}

/** Collects remarks from the exchanges of a run or of traffic. */
export class Remarks implements RemarkCollector {
  readonly #calls = new Map<string, Calls>();
  readonly #secrets: readonly { readonly key: string; readonly form: string }[];
  readonly #model: Pick<AbuseFeedModel, 'reports' | 'answeredInFront'>;
  #tokenShown: string | undefined;
  #twoMeanings: Exchange | undefined;

  constructor(target: Target, model: Pick<AbuseFeedModel, 'reports' | 'answeredInFront'>) {
    this.#model = model;
    this.#secrets = secretsHeld(target);
  }

  onAnswer({ exchange, outcome, text }: Answer): void {
    if (exchange.throttled) return;
    const { operation, response } = exchange;
    if (isValid(exchange)) {
      const calls = this.#calls.get(operation) ?? { valid: 0, failed: 0 };
      this.#calls.set(operation, calls);
      calls.valid += 1;
      if (response.status >= 500) {
        calls.failed += 1;
        calls.first ??= exchange;
      }
    }
    this.#tokenShown ??= this.#keyShown(exchange, text);
    const hasTwoMeanings = exchange.way?.isOdd && operations.of(operation).changes;
    if (outcome === 'success' && hasTwoMeanings) this.#twoMeanings ??= exchange;
  }

  list(): Remark[] {
    const { reports, answeredInFront } = this.#model;
    return [
      ...[...this.#calls].flatMap(([operation, calls]) => failing(operation, calls)),
      ...remark('token-shown', this.#tokenShown),
      ...lateReports(reports),
      ...inFront(answeredInFront),
      ...remark(
        'two-meanings',
        this.#twoMeanings &&
          `A request that servers read differently was served: ${requestOf(this.#twoMeanings)}.`,
      ),
    ];
  }

  #keyShown(exchange: Exchange, body: string): string | undefined {
    const texts = [body, ...Object.values(exchange.response.headers)];
    const shown = this.#secrets.find(({ form }) => texts.some((text) => text.includes(form)));
    return shown && `A response shows ${shown.key}: ${requestOf(exchange)}.`;
  }
}

function remark(id: RemarkId, says: string | undefined): Remark[] {
  return says === undefined ? [] : [{ id, says }];
}

function requestOf({ request, caller }: Exchange): string {
  return `${request.method} ${request.url} as ${caller}`;
}

/** Whether it is a well-formed request of a caller in the target file. */
function isValid({ operation, about, sent, caller, request }: Exchange): boolean {
  if (request.method !== operations.of(operation).method) return false;
  if (!/^tokens\.\w+$/.test(caller)) return false;
  if (operation === 'create')
    return isObject(sent) && !draftFlaws(sent).some(({ kind }) => kind === 'breaks');
  return operation === 'lookup' ? isFileHash(about.hash ?? '') : isUuid(about.report);
}

function failing(operation: string, { valid, failed, first }: Calls): Remark[] {
  return remark(
    '5xx',
    first &&
      `${failed} of ${valid} valid ${operations.of(operation).words.calls} got ${first.response.status}, such as ${requestOf(first)}.`,
  );
}

/** Shorter ones may occur by chance. */
const leastShown = 8;

function secretsHeld({ tokens }: Target) {
  const { limited, ...single } = tokens;
  const held = [
    ...Object.entries(single).map(([role, token]) => ({ key: `tokens.${role}`, token })),
    ...limited.map(({ token }, nth) => ({ key: `tokens.limited[${nth}]`, token })),
  ];
  return held.flatMap(({ key, token = '' }) =>
    secretForms(token)
      .filter((form) => form.length >= leastShown)
      .map((form) => ({ key, form })),
  );
}

/** Nothing is said about the time (3): what comes late is waited for. */
function lateReports({ appearing, disappearing }: Reports): Remark[] {
  const told = [
    ...(appearing.late > 0 ? [`Reports appear ${after(appearing)} after their creation`] : []),
    ...(disappearing.late > 0
      ? [
          `${appearing.late > 0 ? 'reports' : 'Reports'} disappear ${after(disappearing)} after a deletion with 202`,
        ]
      : []),
  ];
  return remark('late-reports', told.length > 0 ? `${told.join('; ')}.` : undefined);
}

function after({ about: [from, to] }: Lateness): string {
  const [least, most] = [from, to].map((ms) => (ms / 1000).toFixed(1));
  return least === most ? `about ${least} s` : `${least} to ${most} s`;
}

/** What a proxy or a framework says of a limit is no answer of an operation. */
function inFront(exchanges: readonly Exchange[]): Remark[] {
  const [first] = exchanges;
  const statuses = [...new Set(exchanges.map(({ response }) => response.status))].sort();
  return remark(
    'in-front',
    first &&
      `Something in front of the operations answered ${plural(exchanges.length, 'request')} (${statuses.join(', ')}), such as ${requestOf(first)}. This was not judged: the operations answer in their own form what is within its limits.`,
  );
}
