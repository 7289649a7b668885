import {
  type DocumentCheck,
  type DocumentSchema,
  documentCheck,
} from '../document/document-check.ts';
import { isObject } from '../values/objects.ts';
import { freeChoice, isStatus, type OpenPoint } from './open-point.ts';

/** Checks a dialect: a map from open points to answers. */
export function dialectCheck(points: readonly OpenPoint[]): DocumentCheck {
  return documentCheck(
    {
      type: 'object',
      properties: Object.fromEntries(points.map((point) => [point.id, answerSchema(point)])),
      propertyNames: {
        enum: points.map(({ id }) => id),
        'x-words': 'an open point; docs/specification.md lists them',
      },
      'x-words': 'a map of open points and answers, such as create.status.created: 200',
    },
    { document: 'the dialect' },
  );
}

/** The answers in a dialect file. Below them, a choice card keeps what else a run has seen. */
export function answersIn(file: unknown): unknown {
  if (!isObject(file)) return file;
  const { seen: _, ...answers } = file;
  return answers;
}

/** Statuses with a body: not 204, 205 or 304, and no redirects. */
const statuses: DocumentSchema[] = [
  { type: 'integer', minimum: 200, maximum: 203 },
  { type: 'integer', minimum: 206, maximum: 299 },
  { type: 'integer', minimum: 400, maximum: 599 },
];

function answerSchema(point: OpenPoint): DocumentSchema {
  const { id, accepts } = point;
  const listed = { enum: [point.default, ...point.alternatives] };
  const others = isStatus(id) ? statuses : accepts ? [{ ...accepts }] : [];
  if (others.length === 0) return listed;
  return {
    anyOf: [listed, ...others],
    'x-words': `${listed.enum.join(', ')}, or ${othersInWords(point)}`,
  };
}

function othersInWords(point: OpenPoint): string | undefined {
  return isStatus(point.id) ? 'another status from 200 to 599 with a body' : freeChoice(point);
}
