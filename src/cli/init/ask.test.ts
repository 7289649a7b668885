import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askOn } from './ask.ts';

function terminal() {
  const input = new PassThrough();
  const output = new PassThrough();
  const stop = new AbortController();
  let text = '';
  output.on('data', (chunk) => {
    text += chunk;
  });
  const ask = askOn({ input, output, signal: stop.signal });
  return { input, stop, ask, shown: () => text };
}

test('the typed line is the answer', async () => {
  const { input, ask, shown } = terminal();
  const answer = ask('service: ');
  input.write('tunnelco\n');
  expect(await answer).toBe('tunnelco');
  expect(shown()).toMatch(/service: .*tunnelco/s);
});

test('a secret is asked for and not echoed', async () => {
  const { input, ask, shown } = terminal();
  const answer = ask('token: ', true);
  input.write('s3cret\n');
  expect(await answer).toBe('s3cret');
  const text = shown();
  expect(text).toContain('token: ');
  expect(text).not.toMatch(/s3|cret/);
});

test.each<[string, (of: ReturnType<typeof terminal>) => void]>([
  ['Ctrl-C', ({ input }) => input.write('\x03')],
  ['Ctrl-D', ({ input }) => input.write('\x04')],
  ['the end of the input', ({ input }) => input.end()],
  ['a signal', ({ stop }) => stop.abort()],
])('%s is no answer', async (_what, act) => {
  for (const isSecret of [false, true]) {
    const one = terminal();
    const answer = one.ask('service: ', isSecret);
    act(one);
    expect(await answer).toBeUndefined();
  }
});
