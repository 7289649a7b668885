import { expect, test } from 'vitest';
import { parseYaml } from '../../../src/document/yaml.ts';
import { targetAt } from '../target/target.test.support.ts';
import { type SeenCaller, twinConfig } from './twin-config.ts';

function configOf(
  tokens: object,
  more: object = {},
  env: { [name: string]: string } = {},
  callers: readonly SeenCaller[] = [],
) {
  const target = targetAt(undefined, {
    service: 'mailco',
    tokens,
    ...more,
  });
  const about = { baseUrl: target.baseUrl, dialect: 'a.dialect.yaml', env, callers };
  const { text, unset } = twinConfig(target, about);
  const { add } = parseYaml(text) as { add: { services: string[]; callers: object[] | null } };
  return { text, unset: unset.map(({ name }) => name), add };
}

test('a token of several callers is one caller', () => {
  const { add, unset } = configOf({ researcher: 'both', service: 'both', analyst: 'both' });
  expect(add).toEqual({
    services: ['mailco'],
    callers: [
      {
        id: 'researcher',
        name: 'researcher',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is filled when it is read
        token: '${ABUSE_FEED_TOKEN_RESEARCHER}',
        roles: ['researcher'],
        owns: 'mailco',
        requests: 100_000,
      },
    ],
  });
  expect(unset).toEqual(['ABUSE_FEED_TOKEN_RESEARCHER']);
});

test('a variable that has the token already need not be set', () => {
  const tokens = { researcher: 'one', analyst: 'two', limited: [{ token: 'three', remaining: 4 }] };
  const env = { ABUSE_FEED_TOKEN_RESEARCHER: 'one', ABUSE_FEED_TOKEN_LIMITED_1: 'other' };
  const { add, unset } = configOf(tokens, {}, env);
  expect(unset).toEqual(['ABUSE_FEED_TOKEN_ANALYST', 'ABUSE_FEED_TOKEN_LIMITED_1']);
  expect(add.callers?.at(-1)).toMatchObject({ id: 'limited-1', requests: 4 });
});

test('what a stand-in cannot do is noted in a comment', () => {
  const tokens = { researcher: 'one', service: 'two', analyst: 'Key three' };
  const more = { callers: { service: { owns: ['mailco', 'hostco'], researcher: false } } };
  const { text, add } = configOf(tokens, more);
  expect(add.services).toEqual(['mailco', 'hostco']);
  expect(add.callers).toMatchObject([{ id: 'researcher' }, { id: 'service', owns: 'mailco' }]);
  expect(text).toContain('# owns "hostco" too');
  expect(text).toContain('# tokens.analyst is left out: its scheme is not Bearer');
  expect(text).not.toContain('three');
});

test('callers are what they were seen to be, under the names that were seen', () => {
  const limited = [1, 2, 3].map((remaining) => ({ token: `limited-${remaining}`, remaining }));
  const tokens = { researcher: 'one', analyst: 'two', limited };
  const { add } = configOf(tokens, {}, {}, [
    { key: 'tokens.researcher', creates: true, name: 'R. "Bob" Searcher' },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it would be filled when it is read
    { key: 'tokens.limited[0]', creates: true, name: '${HOME}' },
    { key: 'tokens.limited[1]', creates: false },
  ]);
  const [researcher, , first, second, third] = add.callers as { name: string; roles?: string[] }[];
  expect(researcher?.name).toBe('R. "Bob" Searcher');
  expect(first).toMatchObject({ name: 'limited-1', roles: ['researcher'] });
  expect(second?.roles).toBeUndefined();
  // Nobody asked: the lookup may be for researchers only, and this one uses it.
  expect(third?.roles).toEqual(['researcher']);
});
