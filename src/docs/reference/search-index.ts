import { readContract } from '../../contract/document.ts';
import { answerTo } from '../../dialects/dialect.ts';
import { readClauses } from '../../spec/clauses.ts';
import { collectOpenPoints } from '../../spec/open-point.ts';
import { guide } from '../guide.ts';
import type { Reference } from '../reference.ts';
import { operationViews } from './operation-view.ts';

/** Kind, name, what is said of it, and where it stands. */
type Entry = readonly [kind: string, name: string, says: string, href: string];

/**
 * What the search looks through, as a script of its own: it is loaded when somebody searches, from a
 * server and from a file alike.
 */
export const searchIndex = (reference: Reference): string =>
  `window.abuseFeedIndex = ${JSON.stringify(entriesOf(reference))};\n`;

function entriesOf(reference: Reference): Entry[] {
  const operations = operationViews(reference.document);
  return [
    ...operations.map(
      ({ name, method, path, summary }): Entry => [
        'operation',
        summary,
        `${method} ${path}`,
        `index.html#${name}`,
      ],
    ),
    ...operations.flatMap(({ name, summary, parameters, body, result }) => [
      ...[...parameters, ...body.fields].map(
        (field): Entry => [
          'field',
          field.name,
          `${summary}, request: ${field.description}`,
          `index.html#${name}-field-${field.name}`,
        ],
      ),
      ...result.map(
        (field): Entry => [
          'field',
          field.name,
          `${summary}, answer: ${field.description}`,
          `index.html#${name}-answer-field-${field.place === 'body' ? '' : `${field.place}.`}${field.name}`,
        ],
      ),
    ]),
    ...operations.flatMap(({ name, summary, outcomes }) =>
      outcomes.map(
        (outcome): Entry => [
          'answer',
          outcome.name,
          `${summary}: ${outcome.status} ${outcome.summary}`,
          `index.html#${name}-${outcome.name}`,
        ],
      ),
    ),
    ...collectOpenPoints(readContract()).map(
      ({ id, question }): Entry => [
        'open point',
        id,
        `${question} ${String(answerTo(reference.dialect, id))}`,
        `open-points.html#${id}`,
      ],
    ),
    ...readClauses().clauses.map(
      ({ id, sentence }): Entry => ['clause', id, sentence, `clauses.html#${id}`],
    ),
    ...guide.map(({ file, name }): Entry => ['page', name, '', file]),
  ];
}
