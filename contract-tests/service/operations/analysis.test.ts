import { expect, test } from 'vitest';
import { analysisOf } from '../model/history.test.support.ts';
import { analysisIn } from './analysis.ts';

test.each([
  ['itself', analysisOf()],
  ['in a list', [analysisOf()]],
  ['in an object', { data: analysisOf() }],
  ['as a text', JSON.stringify(analysisOf())],
])('an analysis is found %s', (_, json) => {
  expect(analysisIn(json)).toEqual(analysisOf());
});

test.each(['{', '"{}"', 'Not found', ''])('%j is none', (json) => {
  expect(analysisIn(json)).toBeUndefined();
});
