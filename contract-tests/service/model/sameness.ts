import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { draftFields } from '../../../src/spec/fields.ts';
import { normalisations } from '../../../src/spec/normalisations.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { normalUrl } from '../../../src/values/url.ts';
import type { Answer, JsonBody } from '../../judging/talk/answer.ts';
import { canonical } from '../../judging/talk/canonical.ts';
import { sameText } from '../../judging/talk/same-text.ts';

/** Fields that never change: those that were sent, and these. Whether others that the service sets change, is open (2.1). */
const stableFields: readonly string[] = ['id', ...draftFields, 'reportedAt', 'reportedBy'];

/** Case-folded via upper case: some letters have no single upper-case form, such as ß, which becomes SS. */
function caseless(text: string): string {
  return text.toUpperCase().toLowerCase();
}

function plainTag(tag: string): string {
  return caseless(tag.normalize('NFC'));
}

/** Which characters are blank differs by language: all that one of them trims. */
const anyBlank = /^[\s\p{Cc}\u200b]$/u;

function trimmedTag(tag: string): string {
  const isText = (character: string): boolean => !anyBlank.test(character);
  const characters = [...tag];
  const [start, end] = [characters.findIndex(isText), characters.findLastIndex(isText)];
  return plainTag(start < 0 ? '' : characters.slice(start, end + 1).join(''));
}

function isBlank(tag: string): boolean {
  return trimmedTag(tag) === '';
}

/** Repeated tags may be dropped, but none is lost, and none is repeated more often than it was sent. */
function sameButRepeats(
  sent: readonly string[],
  shown: readonly string[],
  normal: (tag: string) => string,
): boolean {
  const repeats = (tags: readonly string[], tag: string): number =>
    tags.filter((one) => normal(one) === tag).length;
  const names = [...new Set(sent.map(normal))].sort();
  return (
    isDeepStrictEqual(names, [...new Set(shown.map(normal))].sort()) &&
    names.every((tag) => repeats(shown, tag) <= repeats(sent, tag))
  );
}

export function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/**
 * Tags may be changed by the rules in `normalisations`: sorted, deduplicated, trimmed, composed, changed to one case,
 * and blank ones may be dropped; any order will do, since a set has none. Unique tags in lower case are shown as they
 * are, or all in upper case. Tags that differ in blanks alone are two, unless all come back trimmed.
 */
export function sameTags(sent: readonly string[], shown: unknown): boolean {
  if (isDeepStrictEqual(sent, shown)) return true;
  if (!areTexts(shown)) return false;
  const meant = sent.filter((tag) => !isBlank(tag));
  const seen = shown.filter((tag) => !isBlank(tag));
  const isTrimmed = seen.every((tag) => !tag.startsWith(' ') && !tag.endsWith(' '));
  const normal = isTrimmed ? trimmedTag : plainTag;
  if (shown.length - seen.length > sent.length - meant.length) return false;
  const names = [...new Set(meant.map(trimmedTag))].sort();
  const folded = meant.map(caseless).sort();
  const isNormal = isDeepStrictEqual(folded, names);
  if (!isNormal || meant.some((tag) => tag !== tag.toLowerCase()))
    return sameButRepeats(meant, seen, normal);
  const upper = seen.every((tag) => tag === tag.toUpperCase());
  return upper
    ? isDeepStrictEqual(seen.map(caseless).sort(), folded)
    : isDeepStrictEqual([...seen].sort(), [...meant].sort());
}

/** Host names are case-insensitive, and may end in a dot; one in lower case and without it is returned unchanged. */
export function sameAddress(sent: string, shown: unknown): boolean {
  let forms = [sent];
  for (const { apply } of normalisations.c2Address) forms = [...forms, ...forms.map(apply)];
  return forms.some((form) => form === shown);
}

/**
 * Two URLs are the same if RFC 3986 (6.2) has one normal form of them. It keeps an empty query and an empty fragment;
 * parsers that do not tell them from none, as Python's, lose nothing else.
 */
export function sameLink(sent: string, shown: unknown): boolean {
  if (shown === sent) return true;
  return typeof shown === 'string' && withoutEmptyEnd(shown) === withoutEmptyEnd(sent);
}

function withoutEmptyEnd(link: string): string {
  return normalUrl(link).replace(/\?$|\??#$/, '');
}

/** Most values are strings, which `===` compares quickly. */
function equal(a: unknown, b: unknown): boolean {
  return a === b || isDeepStrictEqual(a, b);
}

/** The first stable field that differs between two fetches of a report; all others are not compared. */
export function differingField(
  a: JsonBody,
  b: JsonBody,
  isCompared: (field: string) => boolean,
): string | undefined {
  return a === b
    ? undefined
    : stableFields.find(
        (field) =>
          (field === 'id' ? !sameText(a.id, b.id) : !equal(a[field], b[field])) &&
          isCompared(field),
      );
}

/** A new analysis of a file changes its date and duration only; tags are compared on their own. */
const analysisFields = Object.keys(schemaNamed('StaticAnalysis').properties ?? {}).filter(
  (field) => !['date', 'staticAnalysisDuration', 'tags'].includes(field),
);

function ordered(tags: unknown): unknown {
  return Array.isArray(tags) ? tags.map(canonical).sort() : tags;
}

/** The first field of 2.2 that differs between two analyses; the order of tags is not specified. */
export function differingAnalysisField(a: JsonBody, b: JsonBody): string | undefined {
  const plain = analysisFields.find((field) => !equal(a[field], b[field]));
  if (plain !== undefined || equal(a.tags, b.tags)) return plain;
  return isDeepStrictEqual(ordered(a.tags), ordered(b.tags)) ? undefined : 'tags';
}

/** A text without the ids, hashes and feeds in it. */
function general(text: string, about: readonly (string | undefined)[]): string {
  return about.reduce<string>((rest, name) => (name ? rest.replaceAll(name, '…') : rest), text);
}

/** What stands for the text of a refusal, without what was requested: it may be long, or have a part of a token. */
export function refusalText({ exchange: { about, response }, json, text }: Answer): string {
  const said = json === undefined ? text : canonical(json);
  const names = [about.report, about.hash, about.service];
  const digest = createHash('sha256').update(general(said, names)).digest('hex');
  return `${response.status} ${digest}`;
}

/** Whether two responses refuse for the same reason, judging by their text. */
export function sameRefusal(a: Answer, b: Answer): boolean {
  return refusalText(a) === refusalText(b);
}
