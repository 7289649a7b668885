import { isDeepStrictEqual } from 'node:util';
import {
  fileHashes,
  type HashKind,
  hashField,
  hashFields,
  hashKinds,
} from '../../../../src/spec/file-hashes.ts';
import { RecentlyUsed } from '../../../../src/values/recently-used.ts';
import type { JsonBody } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import type { KnownFile as StatedFile } from '../../target/target.ts';
import { differingAnalysisField } from '../sameness.ts';
import { jsonSize } from './known-report.ts';

/** A file whose analysis was seen. */
interface SeenFile {
  readonly analysis: JsonBody;
  /** The hashes it was looked up by, as written. */
  readonly asked: string[];
  /** The hashes that found it, by caller. */
  readonly finders: Map<string, Set<string>>;
}

/** The response to a lookup, with what was known about the file. */
export interface LookupView {
  readonly hash: string;
  /** The kind of the hash, if the target file or its length determines it. */
  readonly kind?: HashKind | undefined;
  readonly analysis?: JsonBody | undefined;
  /** How the file was looked up before, if it was. */
  readonly before?: 'so' | 'in-another-case' | 'by-another-hash' | undefined;
  /** The analysis found then. */
  readonly known?: JsonBody | undefined;
  /** The first field that differs between the two. */
  readonly differing?: string | undefined;
  /** Whether the caller was told before that there is nothing by this hash, or somebody who finds files was. */
  readonly wasMissed: boolean;
}

/** Fields determined by the bytes of the file, whenever it is analysed. */
const ofTheBytes = [...hashFields, 'sha1Hash', 'mD5Hash', 'sizeInBytes'];

/** A changed date means a new analysis, which may differ in everything but the fields of the bytes. */
function differing(known: JsonBody, analysis: JsonBody): string | undefined {
  return known.date === analysis.date
    ? differingAnalysisField(known, analysis)
    : ofTheBytes.find((field) => !isDeepStrictEqual(known[field], analysis[field]));
}
/** The hashes of a file in their spellings are all there is to tell apart. */
const mostSpellings = 3 * hashKinds.length;

/** In place of a caller; no key of a target file is empty. */
const anybody = '';
const mostFinders = 50;

function missKey(hash: string, caller: string): string {
  return `${caller} ${hash}`;
}

const bounds = { entries: 10_000, size: 6 * 1024 * 1024 };

/** The files seen in lookups: a file has the same analysis by every hash and every time. */
export class Files {
  readonly #seen = new RecentlyUsed<SeenFile>(bounds);
  /** Callers and hashes that found nothing, as one text. */
  readonly #missed = new RecentlyUsed<true>(bounds);
  /** Callers who have found a file, so that a miss of theirs is due to the hash. */
  readonly #finders = new Set<string>();
  readonly #stated: readonly StatedFile[];

  constructor(stated: readonly StatedFile[]) {
    this.#stated = stated;
  }

  get forgotten(): number {
    return this.#seen.forgotten;
  }

  /** Whether a caller has found the file of a hash before. */
  knownTo(caller: string, hash: string): 'by-this-hash' | 'by-another' | 'unknown' | 'nobodys' {
    const stated = this.#statedWith(hash);
    const seen = this.#of(hash);
    if (!seen) return stated ? 'unknown' : 'nobodys';
    const noteFound = seen.finders.get(caller);
    if (!noteFound) return 'unknown';
    if (noteFound.has(hash)) return 'by-this-hash';
    // A hash in another case may be unknown (4.4 is silent), and so may one that only the target file has.
    const isStated = hashKinds.some((kind) => {
      const own = seen.analysis[hashField(kind)];
      return own === hash || (stated?.[kind] === hash && sameText(own, hash));
    });
    return isStated ? 'by-another' : 'unknown';
  }

  /** The analysis found by a hash, for any caller. */
  analysisOf(hash: string): JsonBody | undefined {
    return this.#of(hash)?.analysis;
  }

  /** All analyses seen, without duplicates. */
  all(): JsonBody[] {
    return [...new Set(this.#seen.values())].map(({ analysis }) => analysis);
  }

  lookup(hash: string, caller: string, analysis: JsonBody | undefined): LookupView {
    const seen = analysis && this.#of(hash);
    const known = seen?.analysis;
    const before = !seen
      ? undefined
      : seen.asked.includes(hash)
        ? 'so'
        : seen.asked.some((one) => sameText(one, hash))
          ? 'in-another-case'
          : 'by-another-hash';
    return {
      hash,
      kind: this.kindOf(hash),
      analysis,
      before,
      known,
      differing: known && analysis && differing(known, analysis),
      wasMissed: [caller, anybody].some((one) => this.#missed.get(missKey(hash, one)) ?? false),
    };
  }

  /** Records that a caller found nothing; one whose lookups are numbered may have been refused for that. */
  noteMissed(hash: string, { caller }: Exchange, isLimited: boolean): void {
    const isDueToHash = !isLimited && this.#finders.has(caller);
    for (const one of isDueToHash ? [caller, anybody] : [caller]) {
      const key = missKey(hash, one);
      this.#missed.set(key, true, key.length);
    }
  }

  found(hash: string, analysis: JsonBody, { caller }: Exchange): void {
    const seen: SeenFile = this.#of(hash) ?? {
      analysis,
      asked: [],
      finders: new Map(),
    };
    if (!seen.asked.includes(hash) && seen.asked.length < mostSpellings) seen.asked.push(hash);
    if (this.#finders.size < mostFinders) this.#finders.add(caller);
    const found = seen.finders.get(caller) ?? new Set();
    if (found.size < mostSpellings && seen.finders.size < 50)
      seen.finders.set(caller, found.add(hash));
    const size = jsonSize(seen.analysis) / 4;
    const stated = hashFields.map((field) => seen.analysis[field]);
    for (const one of [hash, ...stated])
      if (typeof one === 'string') this.#seen.set(one.toLowerCase(), seen, size);
  }

  #of(hash: string): SeenFile | undefined {
    return this.#seen.get(hash.toLowerCase());
  }

  #statedWith(hash: string): StatedFile | undefined {
    return this.#stated.find((file) => hashKinds.some((kind) => sameText(file[kind], hash)));
  }

  /** 2.2: some kinds have the same length. */
  kindOf(hash: string): HashKind | undefined {
    const stated = this.#statedWith(hash);
    const kind = hashKinds.find((one) => sameText(stated?.[one], hash));
    const alike = fileHashes.filter(({ digits }) => digits === hash.length);
    return kind ?? (alike.length === 1 ? alike[0]?.kind : undefined);
  }
}
