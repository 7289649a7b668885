import { expect, test } from 'vitest';
import { adminDocument, adminSchema } from '../../contract/admin-document.ts';
import { startServer } from '../../index.ts';
import { type AdminDocument, faultTypes, typedFault } from './page/fault-types.ts';

const types = faultTypes(adminDocument() as unknown as AdminDocument);

/** What the form sends where every field is left as it was, or has its example typed in. */
function proposed(type: (typeof types)[number], isTyped: boolean): FormData {
  const data = new FormData();
  for (const { name, isRequired, examples, default: preset } of type.fields) {
    const [example] = isRequired || isTyped ? (examples ?? []) : [];
    const text = typeof example === 'object' ? JSON.stringify(example) : example;
    data.set(name, String(text ?? preset ?? ''));
  }
  return data;
}

test('the form has every type of fault of the document, with a title and all its fields', () => {
  expect(types.map(({ type }) => type)).toContain('sequence');
  const typed = types.flatMap(({ fields }) =>
    fields.filter(
      ({ name, type, enum: choice }) => type !== 'boolean' && !choice && name !== 'caller',
    ),
  );
  expect(typed.filter(({ examples }) => !examples)).toEqual([]);
  expect(types.every(({ title }) => title !== '')).toBe(true);
  const delay = types.find(({ type }) => type === 'delay')?.fields ?? [];
  const own = ['ms', 'spread'];
  const content = Object.keys(adminSchema('RequestContent').properties ?? {});
  const request = content.map((name) => `request.${name}`);
  const often = ['nth', 'times', 'chance', 'seed'];
  const names = delay.map(({ name }) => name);
  expect(names).toEqual([...own, 'operation', 'caller', ...request, ...often]);
  expect(delay.find(({ name }) => name === 'operation')?.enum).toContain('lookup');
});

test.each(types)('a fault of type $type can be added as the form proposes it', async (type) => {
  await using server = await startServer();
  for (const isTyped of [false, true]) {
    const fault = typedFault(type, proposed(type, isTyped));
    expect(() => server.addFault(fault as never)).not.toThrow();
  }
});

test('numbers, lists and texts are sent as what they are, and empty fields are not', () => {
  const reply = types.find(({ type }) => type === 'reply') as (typeof types)[number];
  const data = new FormData();
  for (const [name, text] of [
    ['status', '429'],
    ['body', 'no JSON'],
    ['headers', '{"A":"1"}'],
    ['caller', '12'],
    ['times', ''],
    ['request.tag', 'rat'],
    ['request.exact', 'true'],
    ['request.body', '{"name":"x"}'],
  ] as const)
    data.set(name, text);
  expect(typedFault(reply, data)).toEqual({
    type: 'reply',
    status: 429,
    body: 'no JSON',
    headers: { A: '1' },
    caller: '12',
    request: { tag: 'rat', exact: true, body: { name: 'x' } },
  });
});
