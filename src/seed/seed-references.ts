import { didYouMean } from '../spec/nearest.ts';
import type { SeedValues } from './seed-files.ts';
import { entryPlace, type Mistake, placeOf, type SeedPart, seedFiles } from './seed-problem.ts';

type Entry = { readonly [key: string]: unknown };
interface Named {
  readonly part: SeedPart;
  readonly index: number;
  readonly entry: Entry;
}

/** What is wrong between entries: names given twice, and names that nothing has. */
export function referenceMistakes(values: SeedValues, unsound: readonly Mistake[]): Mistake[] {
  const services = entries('services', values);
  const callers = entries('callers', values);
  const analyses = entries('analyses', values);
  const reports = entries('reports', values);
  const isUnsound = ({ part, index }: Named): boolean =>
    unsound.some((mistake) => mistake.part === part && mistake.entry === index);
  const soundCallers = new Map(
    callers.filter((caller) => !isUnsound(caller)).map(({ entry }) => [entry.id, entry]),
  );
  return [
    ...twice(services, ['name'], (name) => `"${name}" is listed already`),
    ...twice(callers, ['id'], (id) => `the id "${id}" is taken already`),
    // The token itself is left out: it may be somebody's secret.
    ...twice(callers, ['token'], () => 'the token is taken already'),
    ...twice(callers, ['owns'], (name) => `"${name}" has an owner already`),
    ...twice(
      analyses,
      ['sha256Hash', 'sha512Hash', 'blake3Hash'],
      (hash) => `${hash} leads to an analysis already`,
    ),
    ...twice(reports, ['id'], (id) => `the id "${id}" is taken already`),
    ...unknown(callers, 'owns', 'services', values),
    ...unknown(reports, 'service', 'services', values),
    ...unknown(reports, 'createdBy', 'callers', values),
    ...reports.flatMap((report): Mistake[] => {
      const creator = soundCallers.get(report.entry.createdBy);
      if (!creator || (creator.roles as string[] | undefined)?.includes('researcher')) return [];
      const reason = `"${creator.id}" is no researcher; expected a caller with roles: [researcher]`;
      return [mistake(report, 'createdBy', reason)];
    }),
  ];
}

/** Names in this field that the other file does not have. */
function unknown(list: Named[], field: string, part: SeedPart, values: SeedValues): Mistake[] {
  // A file that could not be read was reported; that nothing in it is known would be noise.
  if (!Array.isArray(values[part])) return [];
  const known = entries(part, values)
    .map(({ entry }) => (part === 'services' ? entry.name : entry.id))
    .filter((name) => typeof name === 'string');
  return list.flatMap((named) => {
    const name = named.entry[field];
    if (typeof name !== 'string' || known.includes(name)) return [];
    const reason = `"${name}" is not in ${seedFiles[part]}${didYouMean(name, known)}`;
    return [mistake(named, field, reason)];
  });
}

function entries(part: SeedPart, values: SeedValues): Named[] {
  const list = values[part];
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, index) => {
    const entry = part === 'services' ? { name: value } : value;
    return typeof entry === 'object' && entry ? [{ part, index, entry: entry as Entry }] : [];
  });
}

const mistake = ({ part, index, entry }: Named, field: string, reason: string): Mistake => ({
  part,
  entry: index,
  sentence: `${placeOf(part, index, entry, part === 'services' ? [] : [field])}: ${reason}`,
});

/** Values that appear a second time in these fields. */
function twice(list: Named[], fields: string[], reason: (value: string) => string): Mistake[] {
  const seen = new Map<string, Named>();
  return list.flatMap((named) =>
    fields.flatMap((field) => {
      const value = named.entry[field];
      if (typeof value !== 'string') return [];
      const key = ignoresCase(named.part) ? value.toLowerCase() : value;
      const first = seen.get(key);
      if (!first) {
        seen.set(key, named);
        return [];
      }
      const where = entryPlace(first.part, first.index, first.entry);
      return [mistake(named, field, `${reason(value)}, by ${where}; expected another`)];
    }),
  );
}

/** The ids of reports and hashes are found in any case. */
const ignoresCase = (part: SeedPart): boolean => part === 'analyses' || part === 'reports';
