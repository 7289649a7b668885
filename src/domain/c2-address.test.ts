import { expect, test } from 'vitest';
import { hostProblem } from './c2-address.ts';

test.each([
  'c2.example.com:4444',
  '192.0.2.1:80',
  '[2001:db8::5]:443',
  '4chan.example:80',
  '[2001:db8::zz:443',
  '2001:db8::zz]:443',
  '192.0.2.256:80x',
])('nothing is said about the host of %s', (address) => {
  expect(hostProblem(address)).toBeUndefined();
});

test.each([
  ['[2001:db8::zz]:443', /IPv6/],
  ['[1:2:3]:443', /IPv6/],
  ['[192.0.2.1]:443', /IPv6/],
  ['192.0.2.256:80', /IPv4/],
  ['192.0.2:80', /IPv4/],
  ['192.0.2.1.:80', /IPv4/],
  ['12345:80', /IPv4/],
  ['example.7:80', /IPv4/],
])('what is wrong with the host of %s is said', (address, why) => {
  expect(hostProblem(address)).toMatch(why);
});
