import { Ajv, type ErrorObject } from 'ajv';
import { pathIn } from '../spec/lines.ts';
import { didYouMean } from '../spec/nearest.ts';
import { formats } from './seed-formats.ts';
import { type Mistake, placeOf, type SeedPart, seedFiles } from './seed-problem.ts';
import { schemas } from './seed-schema.ts';

const ajv = new Ajv({ allErrors: true, verbose: true, formats: { ...formats } });

/** What is wrong with each entry by itself. */
export function shapeMistakes(part: SeedPart, value: unknown): Mistake[] {
  if (ajv.validate(schemas[part], value)) return [];
  const bySentence = new Map<string, Mistake>();
  for (const error of ajv.errors ?? []) {
    const mistake = asMistake(part, value, error);
    bySentence.set(mistake.sentence, mistake);
  }
  return [...bySentence.values()];
}

function asMistake(part: SeedPart, value: unknown, error: ErrorObject): Mistake {
  const [entry, ...path] = pathIn(value, error.instancePath);
  if (typeof entry !== 'number') {
    return { part, sentence: `${seedFiles[part]}: ${reason(error)}` };
  }
  const place = placeOf(part, entry, (value as unknown[])[entry], path);
  return { part, entry, sentence: `${place}: ${reason(error)}` };
}

function reason({ keyword, params, data, parentSchema }: ErrorObject): string {
  const { description, properties = {}, type, writeOnly } = parentSchema ?? {};
  if (keyword === 'required') {
    const expected = properties[params.missingProperty].description;
    return `field "${params.missingProperty}" is missing; this should be ${expected}`;
  }
  if (keyword === 'additionalProperties') {
    const key: string = params.additionalProperty;
    const known = Object.keys(properties);
    return `field "${key}" is not known; known fields: ${known.join(', ')}${didYouMean(key, known)}`;
  }
  const guess =
    keyword === 'enum' && typeof data === 'string' ? didYouMean(data, params.allowedValues) : '';
  const unquoted = type === 'string' && (typeof data === 'number' || typeof data === 'boolean');
  const hint = unquoted ? '; quotes make it a text' : '';
  return `${writeOnly ? 'this' : shown(data)} is not ${description}${guess}${hint}`;
}

function shown(data: unknown): string {
  if (data === null) return 'nothing';
  if (Array.isArray(data)) return 'a list';
  if (typeof data === 'object') return 'an object';
  const text = JSON.stringify(data);
  return text.length > 80 ? `${text.slice(0, 76)}..."` : text;
}
