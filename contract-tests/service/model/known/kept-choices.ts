import { isDeepStrictEqual } from 'node:util';
import {
  type Normalisation,
  normalisations,
  normalised,
} from '../../../../src/spec/normalisations.ts';
import { isObject, type JsonBody } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { formatValue } from '../../../judging/talk/format.ts';
import type { Evidence } from '../../../judging/verdict/evidence.ts';
import type { KnownReport } from './known-report.ts';

export type ChangedField = keyof typeof normalisations;

export const changedFields = Object.keys(normalisations) as ChangedField[];

type Row = Normalisation<unknown>;

/** Whoever asks knows that the value is one of the field. */
const rowsOf = normalisations as unknown as { readonly [field in ChangedField]: readonly Row[] };

/** A report whose field shows whether the server does what a row says. */
interface Sight {
  readonly row: Row;
  readonly does: boolean;
  readonly report: string;
  readonly sent: unknown;
  readonly shown: unknown;
  readonly exchange: Exchange | undefined;
}

/** Two reports in which a server does the same thing, and does not. */
interface Wavering {
  readonly about: string;
  readonly before: Sight;
}

/** Only ASCII, so that no language, collation or version of Unicode makes a difference; and a kana in both its forms. */
const plainText = /^(?:[\x20-\x7e]|\u304b|\u3099|\u304c)*$/;

function isPlain(text: unknown): text is string {
  return typeof text === 'string' && plainText.test(text);
}

/** Tags that are equal but for case and blanks may be one: which of them is shown, says nothing of how it is written. */
function arePlainTags(tags: unknown): boolean {
  if (!Array.isArray(tags) || !tags.every(isPlain)) return false;
  const folded = new Set(tags.map((tag) => tag.trim().toLowerCase()));
  return folded.size === new Set(tags).size;
}

/** Whether a value of the field shows what is done with it. */
const isTelling: { readonly [field in ChangedField]: (value: unknown) => boolean } = {
  tags: arePlainTags,
  c2Address: isPlain,
  referenceLink: (link) => isPlain(link) && /^https?:\/\//i.test(link),
};

/** What each row is seen to do with the value of a field, or not to do. */
function sightsOf(
  { id, sent: draft }: KnownReport,
  fetched: JsonBody,
  field: ChangedField,
  exchange?: Exchange,
): readonly Sight[] {
  const { [field]: sent } = isObject(draft) ? draft : {};
  const { [field]: shown } = fetched;
  if (!isTelling[field](sent) || !isTelling[field](shown)) return [];
  return rowsOf[field].flatMap((row) => {
    // All else that a server may do with the value makes no difference.
    const otherwise = (value: unknown): unknown =>
      normalised(rowsOf[field], value, ({ about }) => about !== row.about);
    const kept = otherwise(sent);
    const changed = otherwise(row.apply(sent));
    const now = otherwise(shown);
    const does = isDeepStrictEqual(now, changed);
    if (isDeepStrictEqual(kept, changed) || !(does || isDeepStrictEqual(now, kept))) return [];
    return [{ row, does, report: id, sent, shown, exchange }];
  });
}

/** What a server does with the values that it is sent (2.1 is silent): it may change them by a rule, but not now and then. */
export class KeptChoices {
  readonly #seen: Sight[] = [];

  /** Where the first response with a report contradicts an earlier one. */
  wavering(report: KnownReport, fetched: JsonBody, field: ChangedField): Wavering | undefined {
    if (report.firstFetched) return undefined;
    for (const { row, does } of sightsOf(report, fetched, field)) {
      const before = this.#seen.find((one) => one.row === row);
      if (!row.mayVary && before && before.does !== does) return { about: row.about, before };
    }
    return undefined;
  }

  /** Called for the first response with a report, before that is remembered. */
  record(report: KnownReport, fetched: JsonBody, exchange: Exchange): void {
    if (report.firstFetched || report.creator === '') return;
    const sights = changedFields.flatMap((field) => sightsOf(report, fetched, field, exchange));
    for (const { row, does, ...more } of sights)
      if (!this.#seen.some((one) => one.row === row && one.does === does))
        this.#seen.push({ row, does, ...more });
  }

  observe(evidence: Evidence): void {
    const rows = Object.values(rowsOf).flat();
    for (const point of new Set(rows.map((row) => row.point))) {
      const all = rows.filter((row) => row.point === point);
      const firm = all.filter(({ mayVary }) => !mayVary);
      const telling = firm.length > 0 ? firm : all;
      const sights = this.#seen.filter(({ row }) => telling.includes(row));
      const { exchange } = sights.find(({ does }) => does) ?? sights[0] ?? {};
      const fitting = ['kept', ...all.flatMap(({ answers }) => answers)].find((answer) =>
        sights.every(({ row, does }) => row.answers.includes(answer) === does),
      );
      if (exchange) evidence.observe(point, fitting ?? 'neither', exchange);
    }
  }
}

/** For a reader. */
export function formatChange({ sent, shown }: Pick<Sight, 'sent' | 'shown'>): string {
  return `${formatValue(sent)} came back as ${formatValue(shown)}`;
}
