import { expect, test } from 'vitest';
import type { Cause } from '../causes/cause.ts';
import { page } from './html.ts';
import { violating } from './recorded.test.support.ts';

const [first] = violating.causes as readonly [Cause];

function cause(operation: string, part: Partial<Cause> = {}): Cause {
  return { ...first, operation, title: `a fault of ${operation}`, ...part };
}

function shown(causes: readonly Cause[]): string {
  return page({ ...violating, causes });
}

/** What comes after a text, up to another. */
function between(text: string, from: string, to: string): string {
  const [, rest = ''] = text.split(from);
  return rest.split(to)[0] ?? '';
}

test('causes are grouped by operation, and their steps follow the page', () => {
  const text = shown([cause('create'), cause('fetch'), cause('create')]);
  expect(
    [...text.matchAll(/<h3>(\w+) <span class="dim">(\d causes?)/g)].map(([, a, b]) => `${a}: ${b}`),
  ).toEqual(['create: 2 causes', 'fetch: 1 cause']);
  expect([...text.matchAll(/id="(cause-\d)"/g)].map(([, id]) => id)).toEqual([
    'cause-1',
    'cause-3',
    'cause-2',
  ]);
  const row = between(text, 'id="cause-3"', '</details>\n<details');
  expect(row).toContain('rel="previous" href="#cause-1"');
  expect(row).toContain('rel="next" href="#cause-2"');
  expect(text).toContain('data-open-all="details.cause" hidden>Open all<');
});

test('a label that every cause has is left out', () => {
  const labels = (causes: readonly Cause[]) =>
    [...shown(causes).matchAll(/<span class="chip">([^<]*)</g)].map(([, label]) => label);
  const other = cause('create', { section: '4.2', kind: first.kind });
  expect(labels([cause('create'), cause('create')])).toEqual([]);
  expect(labels([cause('create'), other])).toEqual([`§ ${first.section}`, '§ 4.2']);
});

test('the page begins with when the run was, and how long it took', () => {
  const top = between(shown([cause('create')]), '<main', '<section');
  const when = violating.startedAt.slice(0, 19).replace('T', ' ');
  expect(top).toContain(`${when} UTC, ${(violating.durationMs / 1000).toFixed(1)} s`);
});
