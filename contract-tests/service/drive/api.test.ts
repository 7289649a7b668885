import { expect, test } from 'vitest';
import type { Answer } from '../../judging/talk/answer.ts';
import type { Ask } from '../../judging/talk/ask.ts';
import { ScenarioApi, type ScenarioApiOptions } from './api.ts';

/** What is asked for reports of which one was deleted. */
function askedFor(deleted: string) {
  const asked: Ask[] = [];
  const ask = async (one: Ask) => {
    asked.push(one);
    return {} as Answer;
  };
  const find = (_: string, id: string) => ({
    deletions: id === deleted ? [{ outcome: 'success' }] : [],
  });
  const options = { client: { ask }, target: { service: 's' }, reports: { find, strays: [] } };
  return { api: new ScenarioApi(options as unknown as ScenarioApiOptions), asked };
}

test('fetches of what was deleted are sent before all that wait, and no others', async () => {
  const { api, asked } = askedFor('gone');
  const caller = { key: 'tokens.researcher', authorization: 'r' };
  await api.fetch(caller, 'gone');
  await api.fetch(caller, 'there');
  await api.delete(caller, 'gone');
  expect(asked.map(({ isFirst = false }) => isFirst)).toEqual([true, false, false]);
});
