import { isUuid } from '../../../src/values/uuid.ts';
import type { JsonBody } from '../../judging/talk/answer.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import type { Evidence } from '../../judging/verdict/evidence.ts';
import { instantOf } from '../model/formats.ts';
import type { KnownReport } from '../model/known/known-report.ts';
import type { Reports } from '../model/known/reports.ts';

type Fetched = KnownReport & { readonly firstFetched: JsonBody };

/** Possible values of a name, by report. */
const names: { readonly [answer: string]: (report: Fetched) => unknown } = {
  'first-tag': ({ firstFetched }) =>
    Array.isArray(firstFetched.tags) ? firstFetched.tags[0] : undefined,
  address: ({ firstFetched }) => firstFetched.c2Address,
  file: ({ firstFetched }) => firstFetched.file256Hash,
  service: ({ service }) => service,
};

function nameOf(reports: readonly Fetched[]): string | undefined {
  // A report without tags cannot show whether it would be named after the first.
  const tagged = reports.filter(
    ({ firstFetched }) => Array.isArray(firstFetched.tags) && firstFetched.tags.length > 0,
  );
  if (tagged.length < 2) return undefined;
  const fitting = Object.entries(names).filter(([, of]) =>
    tagged.every((report) => report.firstFetched.name === of(report)),
  );
  if (fitting.length > 1) return undefined;
  return fitting[0]?.[0] ?? nameOfAll(reports) ?? 'something else';
}

/** The answer for one name that every report has. */
function nameOfAll(reports: readonly Fetched[]): string | undefined {
  const [name, ...others] = new Set(reports.map(({ firstFetched }) => firstFetched.name));
  const isOne = typeof name === 'string' && others.length === 0;
  return isOne && /^.{1,200}$/u.test(name) ? `always ${name}` : undefined;
}

/** The positions of version and variant in RFC 9562; random bits have neither. */
function versionOf(ids: readonly string[]): unknown {
  const versions = new Set(ids.map((id) => id[14]));
  const layout = ids.every((id) => /^[89ab]$/i.test(id[19] ?? ''));
  if (ids.length < 12) return undefined;
  return versions.size === 1 && layout ? Number.parseInt([...versions][0] ?? '', 16) : 'none';
}

function caseOf(ids: readonly string[]): string | undefined {
  const letters = ids.filter((id) => /[a-f]/i.test(id));
  if (letters.length === 0) return undefined;
  if (letters.every((id) => id === id.toLowerCase())) return 'lower';
  return letters.every((id) => id === id.toUpperCase()) ? 'upper' : 'mixed';
}

const quarterHourMs = 15 * 60_000;

/** The offset of reportedAt from the creation, in quarters of an hour: clock skew is less, time zones are not. */
function zoneOf({ firstFetched, createdAt }: Fetched): string | undefined {
  const at = instantOf(String(firstFetched.reportedAt));
  if (Number.isNaN(at)) return undefined;
  const quarters = Math.round((at - (performance.timeOrigin + createdAt)) / quarterHourMs);
  const minutes = Math.abs(quarters) * 15;
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${quarters < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** How the fields added by the service relate to those sent. */
export function observeReports(
  evidence: Evidence,
  known: Reports,
  exchanges: readonly Exchange[],
): void {
  const reports = known.all().filter((one): one is Fetched => one.firstFetched !== undefined);
  const [first] = reports;
  if (!first) return;
  const fetched = exchanges.find(
    ({ operation, about, response }) =>
      operation === 'fetch' && sameText(about.report, first.id) && response.body.includes('"name"'),
  );
  const created = exchanges.find(
    ({ operation, response }) => operation === 'create' && response.body.includes(first.id),
  );
  const seen = (point: string, value: unknown, exchange: Exchange | undefined): void => {
    if (value !== undefined) evidence.observe(point, value, exchange);
  };
  const ids = known.all().flatMap(({ id }) => (isUuid(id) ? [id] : []));
  seen('report.id.version', versionOf(ids), created);
  seen('report.id.case', caseOf(ids), created);
  seen('report.name', nameOf(reports), fetched);
  for (const zone of new Set(reports.map(zoneOf))) seen('report.time-zone', zone, fetched);
}
