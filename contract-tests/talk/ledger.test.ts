import { expect, test } from 'vitest';
import { Ledger } from './ledger.ts';

test('a deletion that was refused says nothing while another is under way', () => {
  const ledger = new Ledger();
  ledger.add({ id: 'a', service: 's', creator: 'tokens.researcher', sent: {}, createdAt: 0 });
  ledger.deleting('s', 'a', 1);
  ledger.deleting('s', 'a', 2);
  ledger.deleteRefused('s', 'a');
  expect(ledger.find('s', 'a')?.deletingAt).toBe(1);
  ledger.deleteRefused('s', 'a');
  expect(ledger.find('s', 'a')?.deletingAt).toBeUndefined();
});

test('what was deleted stays so, whoever is refused afterwards', () => {
  const ledger = new Ledger();
  ledger.add({ id: 'a', service: 's', creator: 'tokens.researcher', sent: {}, createdAt: 0 });
  ledger.deleting('s', 'a', 1);
  ledger.deleted('s', 'a', 2);
  ledger.deleting('s', 'a', 3);
  ledger.deleteRefused('s', 'a');
  expect(ledger.find('s', 'a')?.deletingAt).toBe(1);
});
