import { expect, test } from 'vitest';
import { ExactNumber, writtenNumber } from './exact-number.ts';
import { created, draftOf, fetched, history, one } from './history.test.support.ts';

test.each([
  ['10', '1E+1', true],
  ['5', '5.000', true],
  ['0', '-0', true],
  ['0.05', '5e-2', true],
  ['9007199254740993', '9007199254740992', false],
  ['9223372036854775808', '9223372036854775807', false],
  ['1e400', '1e401', false],
  ['5', '-5', false],
])('%s and %s are the same number: %s', (one, other, areSame) => {
  expect(new ExactNumber(one).equals(new ExactNumber(other))).toBe(areSame);
});

test.each([
  ['1e400', true],
  ['5.0', true],
  ['50e-1', true],
  ['5.00000000000000000000000000001', false],
  ['1e-400', false],
])('%s is a whole number: %s', (written, isWhole) => {
  expect(new ExactNumber(written).isWhole).toBe(isWhole);
});

test('a number is read where its field is written, if that is once', () => {
  expect(writtenNumber('{"report":{"score" : -1.5e3, "more":2}}', 'score')).toBe('-1.5e3');
  expect(writtenNumber('{"score":1,"old":{"score":2}}', 'score')).toBeUndefined();
  expect(writtenNumber('{"text":"\\"score\\":1","score":2}', 'score')).toBe('2');
  expect(writtenNumber('{"score":"1"}', 'score')).toBeUndefined();
});

/** The texts of a create and of the fetch after it, in which only the score differs. */
function scoreStory(sent: string, shown: string): string[] {
  const draft = JSON.stringify({ ...draftOf(one), confidenceScore: 0 });
  const body = draft.replace('"confidenceScore":0', `"confidenceScore":${sent}`);
  const report = JSON.stringify(fetched(one, { confidenceScore: 0 }).body);
  const text = report.replace('"confidenceScore":0', `"confidenceScore":${shown}`);
  const creation = created(one, { sent: JSON.parse(body), sentText: body });
  return [...history([creation, fetched(one, {}, { body: text })]).broken];
}

const isAltered = ['create/keeps-confidence-score'];

test.each([
  ['1E+1', '10', []],
  ['-0', '0', []],
  ['5.0', '5', []],
  ['9007199254740993', '9007199254740993', []],
  ['9007199254740993', '9007199254740992', isAltered],
  ['9223372036854775808', '9223372036854775807', isAltered],
  ['1e400', '9223372036854775807', isAltered],
  ['1e400', '1e400', []],
  ['1e400', `1${'0'.repeat(400)}`, []],
  ['9'.repeat(400), '9'.repeat(400), []],
  ['1e400', '1e401', ['create/keeps-confidence-score', 'create/stores-valid-confidence-score']],
  ['5.00000000000000000000000000001', '5', []],
])('a score sent as %s and shown as %s', (sent, shown, broken) => {
  expect(scoreStory(sent, shown)).toEqual(broken);
});
