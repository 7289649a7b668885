import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type SeenContents, twinOf } from '../../../contract-tests/index.ts';
import type { ChosenDialect } from '../../dialects/choose.ts';
import { isDialectName } from '../../dialects/named.ts';
import { parsedDocument } from '../../document/document.ts';
import type { Analysis } from '../../domain/analysis.ts';
import { additionMistakes, type SeedAdditions } from '../../seed/seed-additions.ts';
import { schemaNamed } from '../../spec/schemas.ts';
import { emptyContents } from '../../store/contents.ts';
import { isObject } from '../../values/objects.ts';
import { type DialectValues, dialectFrom } from '../dialect-option.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { targetOf } from '../verify/judged.ts';
import { readText } from '../written.ts';

/** What a stand-in begins with that is like a server. */
export interface Likeness {
  readonly add: SeedAdditions;
  readonly chosen: ChosenDialect;
  /** By token: how it is named where it must not be shown. */
  readonly secrets: ReadonlyMap<string, string>;
  /** What the server has and the stand-in has not, in sentences. */
  readonly lacks: readonly string[];
}

/**
 * The services and callers of a target file, and the answers of its choice card, with the analyses that the run saw which
 * wrote it. The server itself is not asked.
 */
export function likenessOf(file: string, values: DialectValues, io: Io): Likeness {
  const target = targetOf({ target: file, flags: {}, dialect: undefined }, io);
  const card = values.dialect ?? (io.env.ABUSE_FEED_DIALECT || cardBeside(file, io));
  const chosen = dialectFrom({ ...values, dialect: card }, io);
  const isFile = !isDialectName(card) && card !== 'random';
  const seen = isFile ? seenIn(card, io) : { callers: [], analyses: [] };
  const { services, callers, names, lacks } = twinOf(target, io.env, seen.callers);
  const analyses = seen.analyses.map(asStored).filter(isSound) as Analysis[];
  return { add: { services, callers, analyses }, chosen, secrets: names, lacks };
}

function cardBeside(target: string, { cwd }: Io): string {
  const card = `${target.replace(/\.(ya?ml|json)$/i, '')}.dialect.yaml`;
  if (existsSync(resolve(cwd, card))) return card;
  throw new UsageError(
    `There is no choice card ${card}. Write it with abuse-feed verify --target ${target} --card ${card}, or name a dialect with --dialect.`,
  );
}

/** What a choice card keeps below its answers; a plain dialect has nothing there. */
function seenIn(card: string, io: Io): SeenContents {
  const parsed = parsedDocument({ file: card, text: readText(card, io) });
  const seen = 'value' in parsed && isObject(parsed.value) ? parsed.value.seen : undefined;
  if (seen === undefined) return { callers: [], analyses: [] };
  const { callers, analyses } = isObject(seen) ? seen : {};
  if (
    Array.isArray(callers) &&
    Array.isArray(analyses) &&
    [...callers, ...analyses].every(isObject)
  )
    return { callers, analyses };
  throw new UsageError(
    `${card}: seen is not as a run writes it. Write the card anew with abuse-feed verify --card.`,
  );
}

/** Lower-case hashes, as in seed data, and only fields of the contract. */
function asStored(analysis: object): object {
  return Object.fromEntries(
    Object.entries(analysis)
      .filter(([field]) => field in (schemaNamed('StaticAnalysis').properties ?? {}))
      .map(([field, value]) => [
        field,
        /Hash$/.test(field) && typeof value === 'string' ? value.toLowerCase() : value,
      ]),
  );
}

/** Skips analyses that break a clause or repeat another. */
function isSound(one: object, nth: number, all: readonly object[]): boolean {
  const before = { ...emptyContents, analyses: all.slice(0, nth) as Analysis[] };
  return (
    additionMistakes({ contents: before, notes: {} }, { analyses: [one as Analysis] }).length === 0
  );
}
