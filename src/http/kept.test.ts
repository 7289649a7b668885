import { expect, test } from 'vitest';
import { kept } from './kept.ts';

const things = (count: number) => Array.from({ length: count }, (_, number) => ({ number }));

test('the same thing gives the same again, made once', () => {
  let made = 0;
  const of = kept(({ number }: { number: number }) => ({ number, made: ++made }));
  const [one, other] = things(2) as [{ number: number }, { number: number }];
  expect(of(one)).toBe(of(one));
  expect(of(other)).toEqual({ number: 1, made: 2 });
  expect(made).toBe(2);
});

test('what is asked about stays, and what is not makes room', () => {
  let made = 0;
  const of = kept(() => ({ made: ++made }));
  const [favourite, ...others] = things(5001) as [{ number: number }, ...{ number: number }[]];
  const first = of(favourite);
  for (const other of others) {
    of(other);
    expect(of(favourite)).toBe(first);
  }
  expect(made).toBe(5001);
  of(others[0] as { number: number });
  expect(made).toBe(5002);
});
