import { hashNames, isFileHash } from '../spec/file-hashes.ts';
import type { OperationParameter } from '../spec/operations.ts';
import { breach, type Flaw, reliesOn } from '../traffic/flaw.ts';
import { isUuid } from '../values/uuid.ts';
import { formWords, isInForm } from './stated-form.ts';

function idFlaws(id: string): Flaw[] {
  if (!isUuid(id)) return [breach('malformed-id', 'The id of the report is no UUID (2.1).')];
  return id === id.toLowerCase()
    ? []
    : [reliesOn('feed.id-case', 'The id of the report is sent in upper case.')];
}

function hashFlaws(hash: string): Flaw[] {
  if (!isFileHash(hash))
    return [breach('malformed-hash', `The path names no ${hashNames} hash (4.4).`)];
  return hash === hash.toLowerCase()
    ? []
    : [reliesOn('lookup.hash-case', 'The hash is looked up in upper case.')];
}

/** Of parameters about which more is known than their schema says. */
const byName: { readonly [parameter: string]: (value: string) => Flaw[] } = {
  report: idFlaws,
  hash: hashFlaws,
};

/** The flaws of a parameter's value: by what is known of it, or by its schema. */
export function valueFlaws(
  { name, in: place, schema }: OperationParameter,
  sent: string,
  section: string,
): Flaw[] {
  const value = place === 'path' ? decoded(sent) : sent;
  const known = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (known) return known(value);
  return isInForm(schema, valueIn(value, schema.type))
    ? []
    : [breach(`malformed-${name}`, `${name} is not ${formWords(schema)} (${section}).`)];
}

/** Query parameters are decoded already. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A parameter is a text; its schema may be that of a number or a flag. */
function valueIn(text: string, type: unknown): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text))
    return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
