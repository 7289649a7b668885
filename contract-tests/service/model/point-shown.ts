import { bodyFlaws } from '../../../src/requests/request-flaws.ts';
import { isFileHash } from '../../../src/spec/file-hashes.ts';
import { openPointById } from '../../../src/spec/open-points.ts';
import { callerIn, roles } from '../../../src/spec/target-callers.ts';
import { isUuid } from '../../../src/values/uuid.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import type { Evidence } from '../../judging/verdict/evidence.ts';
import { operationPlace } from '../operations/operations.ts';
import { errorBodyOf } from './error-body.ts';
import { admissionTo } from './known/who.ts';
import type { Step } from './step.ts';

/** An answer to an open point. */
interface Shown {
  readonly value: unknown;
  readonly exchange: Exchange;
}

/** The statuses of responses whose reason is known, and their bodies where these are open, by open point. */
export class StatusesShown {
  readonly #shown = new Map<string, Shown[]>();

  note(step: Step): void {
    const point = pointShown(step);
    if (point === undefined) return;
    const { answer, exchange } = step;
    this.#add(point, { value: exchange.response.status, exchange });
    const ofBody = point.replace('.status.', '.error-body.');
    if (openPointById.has(ofBody)) this.#add(ofBody, { value: errorBodyOf(answer), exchange });
  }

  #add(point: string, shown: Shown): void {
    this.#shown.set(point, [...(this.#shown.get(point) ?? []), shown]);
  }

  /** Of several answers the usual one: a limit may have answered now and then. */
  observe(evidence: Evidence): void {
    for (const [point, all] of this.#shown) {
      const times = (one: Shown): number => all.filter(({ value }) => value === one.value).length;
      const [usual] = all.toSorted((a, b) => times(b) - times(a));
      if (usual) evidence.observe(point, usual.value, usual.exchange);
    }
  }
}

/** Of a success the point of its status, of a refusal that of the only flaw of the request. */
function pointShown(step: Step): string | undefined {
  const { exchange, answer, isPlain, presence, who } = step;
  const { operation, way, request } = exchange;
  if (!isPlain || way || request.headers.accept !== 'application/json') return undefined;
  if (answer.outcome === 'success')
    return operation === 'delete' && presence !== 'there'
      ? undefined
      : operationPlace(operation).successPoint;
  if (answer.outcome !== 'refusal' || who.remaining !== undefined) return undefined;
  const [flaw = reasonIn(step), ...others] = flawsOf(step);
  const point = `${operation}.status.${flaw}`;
  return others.length === 0 && openPointById.has(point) ? point : undefined;
}

/** What is wrong with a request itself, whatever is stored. */
function flawsOf({ exchange, who, known: { target } }: Step): readonly string[] {
  const { operation, about, request } = exchange;
  const { report, service, hash } = about;
  const place = operationPlace(operation);
  const isHeld = who.token === 'held';
  const mayCreate =
    operation !== 'create' || !isHeld || admissionTo('create', who, { service }).may;
  const needs = (name: string): boolean => place.parameters.some((one) => one.name === name);
  const flaws: { readonly [flaw: string]: boolean } = {
    'no-token': who.token === 'none',
    'unknown-token': who.token === 'unheld',
    'not-a-researcher': mayCreate === false,
    'perhaps no researcher': mayCreate === undefined,
    // The lookup may be another host, which knows other tokens.
    'perhaps another area': isHeld && !isOf(place.area, who.key),
    'unknown-service':
      needs('service') && service !== target.service && service !== target.otherService,
    'missing-parameter': needs('report') && !report,
    'malformed-id': needs('report') && !!report && !isUuid(report),
    'malformed-hash': needs('hash') && !isFileHash(hash ?? ''),
  };
  const sent = bodyFlaws(request, place).map(({ id }) => flawOfBody(id));
  return [...new Set([...Object.keys(flaws).filter((one) => flaws[one]), ...sent])];
}

function isOf(area: string, key: string): boolean {
  return roles.some((role) => key === `tokens.${role}` && callerIn(role).area === area);
}

function flawOfBody(id: string): string {
  if (id === 'client/malformed-body') return 'malformed-request';
  if (id === 'client/body-type') return 'no-object';
  if (id.endsWith('content-type')) return 'wrong-content-type';
  if (id.endsWith('-type')) return 'wrong-type';
  return id.includes('.required.') || /-(missing|format)$/.test(id) ? 'invalid-report' : id;
}

/** Why a request without a flaw is refused. */
function reasonIn(step: Step): string | undefined {
  const { exchange, who, report, expected, presence, named, known } = step;
  const { operation, about, caller } = exchange;
  if (operation === 'lookup') return expected.because;
  if (operation === 'create') return step.isRepeated ? 'duplicate-report' : undefined;
  if (!report) {
    // The id may be close to that of a report in any feed.
    const isUnknown = known.isAlone && !named && !known.reports.isNeighbour(about.report ?? '');
    return isUnknown && admissionTo('create', who, about).may ? 'unknown-report' : undefined;
  }
  if (report.id !== about.report) return undefined;
  if (presence === 'gone') return report.creator === caller ? 'deleted-report' : undefined;
  if (presence !== 'there') return undefined;
  if (operation === 'delete') return expected.must === 'refuse' ? 'not-your-report' : undefined;
  return report.creator === caller || report.readers.has(who.key) ? undefined : 'may-not-fetch';
}
