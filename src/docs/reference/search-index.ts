import { readContract } from '../../contract/document.ts';
import { answerTo } from '../../dialects/dialect.ts';
import { readClauses } from '../../spec/clauses.ts';
import { collectOpenPoints } from '../../spec/open-point.ts';
import { guideEntries } from '../guide-index.ts';
import type { ReferenceModel } from '../reference.ts';
import type { NewSearchEntry } from '../search-entry.ts';
import { type OperationView, operationViews } from './operation-view.ts';

/** The search index, as a separate script: it is loaded on the first search, from a server or from a file. */
export async function searchIndex(reference: ReferenceModel): Promise<string> {
  const operations = operationViews(reference.document);
  const entries: NewSearchEntry[] = [
    ...pages,
    ...operations.flatMap(operationEntries),
    ...collectOpenPoints(readContract()).map(
      ({ id, question, default: usual, alternatives, why }): NewSearchEntry => ({
        kind: 'Open points',
        name: id,
        says: `${question} Here ${answerTo(reference.dialect, id)}; ${[usual, ...alternatives].join(', ')}. ${why}`,
        href: `open-points.html#${id}`,
      }),
    ),
    ...readClauses().clauses.map(
      ({ id, sentence }): NewSearchEntry => ({
        kind: 'Clauses',
        name: id,
        says: sentence,
        href: `clauses.html#${id}`,
      }),
    ),
    ...(await guideEntries()),
  ];
  return `window.abuseFeedIndex = ${JSON.stringify(entries.map((entry, id) => ({ id, ...entry })))};\n`;
}

const pages = [
  [
    'index.html',
    'API reference (OpenAPI)',
    'Every operation, field and answer of openapi.yaml, to read and to try.',
  ],
  [
    'open-points.html',
    'Open points',
    'Every question that the specification leaves open, and its answers.',
  ],
  ['clauses.html', 'Clauses', 'Every statement that a server is verified against.'],
].map(([href = '', name = '', says = '']) => ({ kind: 'Pages', name, says, href }));

function operationEntries(operation: OperationView): NewSearchEntry[] {
  const { name, method, path, summary, description, parameters, body, outcomes, result } =
    operation;
  const field = (href: string, part: string) => (one: (typeof result)[number]) => ({
    kind: 'Fields',
    name: one.name,
    says: `${summary}, ${part}: ${one.description}`,
    href: `index.html#${href}${/^(path|query|body)$/.test(one.place) ? '' : `${one.place}.`}${one.name}`,
  });
  return [
    {
      kind: 'Operations',
      name: summary,
      says: `${method} ${path} ${description}`,
      href: `index.html#${name}`,
    },
    ...[...parameters, ...body.fields].map(field(`${name}-field-`, 'request')),
    ...result.map(field(`${name}-answer-field-`, 'answer')),
    ...outcomes.map((outcome) => ({
      kind: 'Answers',
      name: outcome.name,
      says: `${summary}: ${outcome.status} ${outcome.summary}`,
      href: `index.html#${name}-${outcome.name}`,
    })),
  ];
}
