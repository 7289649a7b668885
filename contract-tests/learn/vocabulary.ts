import { type OpenPoint, openPoints } from '../talk/contract.ts';
import { nearest } from '../target/target-check.ts';

export type AnswerWord = string | number | boolean;

const carriesBody = (status: number): boolean =>
  Number.isInteger(status) &&
  status >= 200 &&
  status <= 599 &&
  status !== 204 &&
  status !== 205 &&
  (status < 300 || status >= 400);

/** Whether openapi.yaml has a word for this answer. */
export const hasWordFor = (point: OpenPoint, value: unknown): value is AnswerWord => {
  if (value === point.default || point.alternatives.includes(value)) return true;
  if (point.id.includes('.status.')) return typeof value === 'number' && carriesBody(value);
  const { accepts } = point;
  if (accepts?.type === 'string')
    return typeof value === 'string' && new RegExp(accepts.pattern ?? '').test(value);
  return (
    accepts?.type === 'integer' &&
    Number.isInteger(value) &&
    Number(value) >= (accepts.minimum ?? -Infinity)
  );
};

const wordsOf = ({ id, default: usual, alternatives, accepts }: OpenPoint): string => {
  const listed = [usual, ...alternatives].join(', ');
  if (id.includes('.status.')) return `${listed}, or another status from 200 to 599 with a body`;
  if (!accepts) return listed;
  return `${listed}, or ${accepts.type === 'string' ? `a text like ${accepts.pattern}` : 'a whole number'}`;
};

/** What is wrong with an entry of a dialect file, or nothing. */
export const problemWith = (id: string, value: unknown): string | undefined => {
  const points = openPoints();
  const point = points.get(id);
  if (!point) {
    const meant = nearest(id, [...points.keys()]);
    return `unknown key ${id}${meant ? `; did you mean ${meant}?` : ''}`;
  }
  if (hasWordFor(point, value)) return undefined;
  return `${id} is ${JSON.stringify(value)}; expected ${wordsOf(point)}`;
};

/** As a value in YAML. */
export const yamlWord = (value: AnswerWord): string =>
  typeof value === 'string' && !/^[A-Za-z][\w-]*$/.test(value) ? `'${value}'` : String(value);
