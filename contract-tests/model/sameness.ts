import { isDeepStrictEqual } from 'node:util';
import { type Answer, isObject, type JsonBody } from '../talk/answer.ts';

/** Fields that stay as they are; what name and firstSeenID mean, and whether that changes, is open (2.1). */
export const stableFields = [
  'id',
  'tags',
  'c2Address',
  'reportedAt',
  'reportedBy',
  'file256Hash',
  'referenceLink',
  'confidenceScore',
] as const;

/** Without its case: some letters have no other one of their own, such as ß, which becomes SS. */
const caseless = (text: string): string => text.toUpperCase().toLowerCase();

const normalTags = (tags: readonly string[]): string[] =>
  [...new Set(tags.map((tag) => caseless(tag.normalize('NFC').trim())))].sort();

export const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Tags may be sorted, freed of repeats and put into one case (2.1 is silent). Sorted tags without repeats may only change their case. */
export const sameTags = (sent: readonly string[], shown: unknown): boolean => {
  if (isDeepStrictEqual(sent, shown)) return true;
  if (!areTexts(shown)) return false;
  const isNormal = isDeepStrictEqual(sent.map(caseless), normalTags(sent));
  if (!isNormal || sent.some((tag) => tag !== tag.toLowerCase()))
    return isDeepStrictEqual(normalTags(sent), normalTags(shown));
  const upper = shown.every((tag) => tag === tag.toUpperCase());
  return upper && isDeepStrictEqual(sent.map(caseless), shown.map(caseless));
};

/** Host names are the same in either case; one sent in lower case comes back as it was sent. */
export const sameAddress = (sent: string, shown: unknown): boolean =>
  shown === sent || (sent !== sent.toLowerCase() && shown === sent.toLowerCase());

/** A URL is ASCII; one that was sent otherwise may come back encoded, and lead to the same place. */
export const sameLink = (sent: string, shown: unknown): boolean => {
  if (shown === sent) return true;
  const isEncoded = typeof shown === 'string' && /[^\x21-\x7e]/.test(sent) && URL.canParse(shown);
  return isEncoded && new URL(shown).href === new URL(sent).href;
};

/** Most values are texts, and told apart at once. */
const equal = (a: unknown, b: unknown): boolean => a === b || isDeepStrictEqual(a, b);

export const sameText = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();

/** The first stable field in which two fetches of a report differ. */
export const differingField = (a: JsonBody, b: JsonBody): string | undefined =>
  a === b
    ? undefined
    : stableFields.find((field) =>
        field === 'id' ? !sameText(a.id, b.id) : !equal(a[field], b[field]),
      );

/** A file may be analysed anew, which changes the date and the duration, and nothing else. */
const analysisFields = [
  'ssDeep',
  'configs',
  'mD5Hash',
  'fileName',
  'sha1Hash',
  'blake3Hash',
  'sha256Hash',
  'sha512Hash',
  'sizeInBytes',
] as const;

/** One text for all that mean the same JSON value: the order of the members of an object says nothing. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? '';

const ordered = (tags: unknown): unknown =>
  Array.isArray(tags) ? tags.map(canonical).sort() : tags;

/** The first field of 2.2 in which two analyses differ; the order of tags is nobody's promise. */
export const differingAnalysisField = (a: JsonBody, b: JsonBody): string | undefined => {
  const plain = analysisFields.find((field) => !equal(a[field], b[field]));
  if (plain !== undefined || equal(a.tags, b.tags)) return plain;
  return isDeepStrictEqual(ordered(a.tags), ordered(b.tags)) ? undefined : 'tags';
};

/** What a text says apart from the ids, hashes and feeds it may name. */
const general = (text: string, about: readonly (string | undefined)[]): string =>
  about.reduce<string>((rest, name) => (name ? rest.replaceAll(name, '…') : rest), text);

/** What a refusal says, apart from what was asked for. */
export const refusalText = ({ exchange: { about, response }, json }: Answer): string => {
  const text = json === undefined ? response.body : canonical(json);
  return `${response.status} ${general(text, [about.report, about.hash, about.service])}`;
};

/** Whether two answers refuse for the same reason, as far as a reader can tell. */
export const sameRefusal = (a: Answer, b: Answer): boolean => refusalText(a) === refusalText(b);
