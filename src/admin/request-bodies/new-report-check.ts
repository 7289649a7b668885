import { type Document, sharedContract } from '../../contract/document.ts';
import { alwaysRequired } from '../../contract/field-schemas.ts';
import { mayCreate, type SentReport } from '../../domain/rules.ts';
import { formats } from '../../seed/seed-formats.ts';
import { seedReportFields, service } from '../../seed/seed-schema.ts';
import { inWords, type Mistake, mistakeAt, nameOf } from '../../spec/document.ts';
import {
  type DocumentCheck,
  type DocumentSchema,
  documentCheck,
} from '../../spec/document-check.ts';
import { nearest } from '../../spec/nearest.ts';
import type { World } from '../../worlds/world.ts';
import { ControlProblem } from '../problem.ts';
import { timeFrom, type When } from './time.ts';

/** Omitted fields get the values that the API would assign. */
export interface NewReport extends SentReport {
  readonly service: string;
  /** A caller id. Default: the first researcher. */
  readonly createdBy?: string;
  readonly id?: string;
  readonly name?: string;
  readonly firstSeenID?: string;
  readonly reportedAt?: When;
}

const text = (description: string): DocumentSchema => ({
  type: 'string',
  minLength: 1,
  description,
});

const checks = new WeakMap<Document, DocumentCheck>();

/** The fields of the contract, and what OpenAPI cannot express. */
function shapeCheck(contract: Document): DocumentCheck {
  const known = checks.get(contract);
  if (known) return known;
  const properties = {
    service,
    createdBy: text('the id of a caller'),
    ...seedReportFields(contract),
    name: text('a text'),
    // Programs may pass a Date.
    reportedAt: {},
  };
  const items = {
    type: 'object',
    properties,
    required: ['service', ...alwaysRequired(contract, 'ReportDraft')],
    additionalProperties: false,
    description: 'a report: { service, c2Address, file256Hash, … }',
  };
  const list = { type: 'array', description: 'a list of reports', items };
  const check = documentCheck(list, { document: 'the list', knownBy: 'id', formats });
  checks.set(contract, check);
  return check;
}

/** Throws a ControlProblem that lists the mistakes; nothing is added then. */
export function checkNewReports(world: World, reports: readonly NewReport[]): void {
  const mistakes = shapeCheck(sharedContract())(reports);
  if (mistakes.length === 0) mistakes.push(...unfitting(world, reports));
  if (mistakes.length === 0) return;
  throw new ControlProblem('invalid-request', inWords(mistakes, 'The list'));
}

/** Conflicts with the world, or between the reports. */
function unfitting({ store, dependencies }: World, reports: readonly NewReport[]): Mistake[] {
  const { services, callers, reports: there } = store.state.data;
  const taken = new Set(there.map(({ id }) => id.toLowerCase()));
  const callerIds = new Set(callers.map(({ id }) => id));
  const hasResearcher = callers.some(mayCreate);
  const feeds = new Set(services);
  const found: Mistake[] = [];
  const wrong = (at: number, key: keyof NewReport, value: string, expected: string) => {
    const path = [at, key];
    found.push(
      mistakeAt(path, `${nameOf(path, reports, 'id')} is "${value}"; expected ${expected}`),
    );
  };
  for (const [at, { service, createdBy, id, reportedAt }] of reports.entries()) {
    if (!feeds.has(service) && !dependencies.rules.opensFeeds) {
      wrong(at, 'service', service, `a service of this world${meant(service, feeds)}`);
    }
    if (createdBy === undefined && !hasResearcher) {
      const says = 'is missing; expected the id of a caller, since nobody here is a researcher';
      found.push(
        mistakeAt([at, 'createdBy'], `${nameOf([at, 'createdBy'], reports, 'id')} ${says}`),
      );
    }
    if (createdBy !== undefined && !callerIds.has(createdBy)) {
      wrong(at, 'createdBy', createdBy, `the id of a caller${meant(createdBy, callerIds)}`);
    }
    if (id !== undefined && taken.has(id.toLowerCase())) {
      wrong(at, 'id', id, 'an id that no other report has');
    }
    if (id !== undefined) taken.add(id.toLowerCase());
    if (reportedAt !== undefined && !isUsableTime(reportedAt)) {
      wrong(at, 'reportedAt', String(reportedAt), 'a time such as 2026-01-31T13:45:00Z');
    }
  }
  return found;
}

const meant = (name: string, known: ReadonlySet<string>): string => {
  const near = nearest(name, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
};

function isUsableTime(when: NonNullable<NewReport['reportedAt']>): boolean {
  try {
    return timeFrom(when) >= 0;
  } catch {
    return false;
  }
}
