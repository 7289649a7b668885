import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allClauses } from '../../src/spec/clauses.ts';
import { packageRoot } from '../../src/spec/package-root.ts';
import { cannotBeHeard, trafficFor, whyNotSeen } from './unheard.ts';

const judged = allClauses().filter(({ kind }) => kind !== 'open');

test('what cannot be heard is named by clauses that there are', () => {
  const ids = judged.map(({ id }) => id);
  expect(Object.keys(cannotBeHeard).filter((id) => !ids.includes(id))).toEqual([]);
});

test('every clause says why it was not seen', () => {
  for (const clause of judged) {
    expect(whyNotSeen(clause)).toMatch(/^not seen: .+ (would show it|since .+)/);
    if (!(clause.id in cannotBeHeard))
      expect(trafficFor(clause)).not.toBe('a call of this operation');
  }
});

test('docs/listen.md lists them with their reasons', () => {
  const text = readFileSync(join(packageRoot, 'docs', 'listen.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) => {
    const [, ids = '', why = ''] = row.split('|').map((cell) => cell.trim());
    return [...ids.matchAll(/`([^`]+)`/g)].map(([, id = '']) => [id, why]);
  });
  expect(Object.fromEntries(listed)).toEqual(cannotBeHeard);
});
