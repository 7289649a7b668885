import { expect, test } from 'vitest';
import { targetAt } from '../target/target.test.support.ts';
import { type SeenCaller, twinOf } from './twin.ts';

function twin(tokens: object, more: object = {}, seen: readonly SeenCaller[] = []) {
  return twinOf(targetAt(undefined, { service: 'mailco', tokens, ...more }), {}, seen);
}

test('a token of several callers is one caller, and is named by the variable that overrides it', () => {
  const { services, callers, names } = twin({
    researcher: 'Bearer both',
    service: 'Bearer both',
    analyst: 'Bearer both',
  });
  expect(services).toEqual(['mailco']);
  expect(callers).toEqual([
    {
      id: 'researcher',
      name: 'researcher',
      token: 'both',
      roles: ['researcher'],
      owns: 'mailco',
      requests: 100_000,
    },
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is printed like this
  expect([...names]).toEqual([['both', '${ABUSE_FEED_TOKEN_RESEARCHER}']]);
});

test('what a stand-in cannot have is said', () => {
  const tokens = { researcher: 'one', service: 'two', analyst: 'Key three' };
  const stated = { callers: { service: { owns: ['mailco', 'hostco'], researcher: false } } };
  const { services, callers, lacks } = twin(tokens, stated);
  expect(services).toEqual(['mailco', 'hostco']);
  expect(callers).toMatchObject([{ id: 'researcher' }, { id: 'service', owns: 'mailco' }]);
  expect(lacks).toEqual([
    expect.stringContaining('tokens.service owns hostco too'),
    expect.stringContaining('tokens.analyst is left out: its scheme is not Bearer'),
  ]);
});

test('callers are what they were seen to be, under the names that were seen', () => {
  const limited = [1, 2, 3].map((remaining) => ({ token: `limited-${remaining}`, remaining }));
  const { callers } = twin({ researcher: 'one', analyst: 'two', limited }, {}, [
    { key: 'tokens.researcher', creates: true, name: 'R. "Bob" Searcher' },
    { key: 'tokens.limited[0]', creates: true },
    { key: 'tokens.limited[1]', creates: false },
  ]);
  expect(callers.map(({ name, roles, requests }) => [name, roles, requests])).toEqual([
    ['R. "Bob" Searcher', ['researcher'], undefined],
    ['analyst', ['researcher'], 100_000],
    ['limited-1', ['researcher'], 1],
    ['limited-2', [], 2],
    // Nobody asked: the lookup may be for researchers only, and this one uses it.
    ['limited-3', ['researcher'], 3],
  ]);
});
