import { isDeepStrictEqual } from 'node:util';
import {
  type Normalisation,
  normalisations,
  normalised,
} from '../../../../src/spec/normalisations.ts';
import type { JsonBody } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { formatValue } from '../../../judging/talk/format.ts';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import type { KnownReport } from './known-report.ts';

export type ChangedField = keyof typeof normalisations;

/** A report whose field shows whether the server does what a row says. */
interface Sight {
  readonly does: boolean;
  readonly report: string;
  readonly sent: unknown;
  readonly shown: unknown;
  readonly exchange: Exchange;
}

/** Two reports in which a server does the same thing, and does not. */
export interface Wavering {
  readonly about: string;
  readonly before: Pick<Sight, 'report' | 'sent' | 'shown'>;
}

/** How the values of one field are changed. */
interface Field {
  /** What one row does with a value: undefined if that does not show. */
  readonly sightings: (sent: unknown, shown: unknown) => ReadonlyMap<Row, boolean>;
  readonly rows: readonly Row[];
}

/** What is known of a row, whatever values it is about. */
type Row = Omit<Normalisation<never>, 'apply' | 'shows'>;

/** Only ASCII, so that no language, collation or version of Unicode makes a difference; and a kana in both its forms. */
const plainText = /^(?:[\x20-\x7e]|\u304b|\u3099|\u304c)*$/;

function isPlain(text: unknown): text is string {
  return typeof text === 'string' && plainText.test(text);
}

/** Tags that are equal but for case and blanks may be one: which of them is shown, says nothing of how it is written. */
function arePlainTags(tags: unknown): tags is readonly string[] {
  if (!Array.isArray(tags) || !tags.every(isPlain)) return false;
  const folded = new Set(tags.map((tag) => tag.trim().toLowerCase()));
  return folded.size === new Set(tags).size;
}

function isWebLink(text: unknown): text is string {
  return isPlain(text) && /^https?:\/\//i.test(text);
}

function fieldOf<Value>(
  rows: readonly Normalisation<Value>[],
  isReadable: (value: unknown) => value is Value,
): Field {
  return {
    rows,
    sightings(sent, shown) {
      const seen = new Map<Row, boolean>();
      if (!isReadable(sent) || !isReadable(shown)) return seen;
      for (const row of rows) {
        // All else that a server may do with the value makes no difference.
        const otherwise = (value: Value): Value =>
          normalised(rows, value, ({ about }) => about !== row.about);
        const kept = otherwise(sent);
        const changed = otherwise(row.apply(sent));
        const now = otherwise(shown);
        if (isDeepStrictEqual(kept, changed)) continue;
        if (isDeepStrictEqual(now, changed)) seen.set(row, true);
        else if (isDeepStrictEqual(now, kept)) seen.set(row, false);
      }
      return seen;
    },
  };
}

const fields: { readonly [F in ChangedField]: Field } = {
  tags: fieldOf(normalisations.tags, arePlainTags),
  c2Address: fieldOf(normalisations.c2Address, isPlain),
  referenceLink: fieldOf(normalisations.referenceLink, isWebLink),
};

export const changedFields = Object.keys(fields) as ChangedField[];

/** What a server does with the values that it is sent (2.1 is silent): it may change them by a rule, but not now and then. */
export class KeptChoices {
  readonly #seen = new Map<Row, Sight[]>();

  /** Where the first response with a report contradicts an earlier one. */
  wavering(
    { sent, firstFetched }: KnownReport,
    fetched: JsonBody,
    field: ChangedField,
  ): Wavering | undefined {
    if (firstFetched) return undefined;
    const sightings = fields[field].sightings((sent as JsonBody)?.[field], fetched[field]);
    for (const [row, does] of sightings) {
      const [before] = this.#seen.get(row) ?? [];
      if (!row.mayVary && before && before.does !== does) return { about: row.about, before };
    }
    return undefined;
  }

  /** Called for the first response with a report, before that is remembered. */
  record(report: KnownReport, fetched: JsonBody, exchange: Exchange): void {
    if (report.firstFetched || report.creator === '') return;
    for (const field of changedFields) {
      const sent = (report.sent as JsonBody)?.[field];
      const shown = fetched[field];
      for (const [row, does] of fields[field].sightings(sent, shown)) {
        const seen = this.#seen.get(row) ?? [];
        if (seen.some((one) => one.does === does)) continue;
        this.#seen.set(row, [...seen, { does, report: report.id, sent, shown, exchange }]);
      }
    }
  }

  observe(evidence: Evidence): void {
    const all = Object.values(fields).flatMap(({ rows }) => rows);
    for (const point of new Set(all.map((row) => row.point)))
      this.#observePoint(
        point,
        all.filter((row) => row.point === point),
        evidence,
      );
  }

  #observePoint(point: string, rows: readonly Row[], evidence: Evidence): void {
    const firm = rows.filter(({ mayVary = false }) => !mayVary);
    const sights = (firm.length > 0 ? firm : rows).flatMap((row) =>
      (this.#seen.get(row) ?? []).map((sight) => ({ row, ...sight })),
    );
    const [first] = sights;
    if (!first) return;
    const shown = sights.find(({ does }) => does) ?? first;
    const answers = ['kept', ...rows.flatMap((row) => row.answers)];
    const fitting = answers.find((answer) =>
      sights.every(({ row, does }) => row.answers.includes(answer) === does),
    );
    evidence.observe(point, fitting ?? 'neither', shown.exchange);
  }
}

/** For a reader. */
export function formatChange({ sent, shown }: Pick<Sight, 'sent' | 'shown'>): string {
  return `${formatValue(sent)} came back as ${formatValue(shown)}`;
}
