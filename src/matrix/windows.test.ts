import { expect, test } from 'vitest';
import { windowsStart } from './windows.ts';

const env = { Path: 'C:\\Program Files\\nodejs;C:\\bin', ComSpec: 'C:\\Windows\\cmd.exe' };

function holds(...files: string[]) {
  return (path: string) => files.includes(path);
}

test('a program is started by itself, with its arguments as they are', () => {
  const node = holds('C:\\Program Files\\nodejs\\node.exe');
  const args = ['-e', 'a & b | "c"'];
  expect(windowsStart(['node', ...args], env, node)).toEqual({ program: 'node', args });
});

test('what does not exist is left to Node, which says so', () => {
  expect(windowsStart(['nmp', 'test'], env, holds())).toEqual({ program: 'nmp', args: ['test'] });
});

test.each([
  ['npm', 'C:\\Program Files\\nodejs\\npm.cmd', 'C:\\Program^ Files\\nodejs\\npm.cmd'],
  ['./run.bat', 'run.bat', 'run.bat'],
])('a batch file is started by cmd.exe: %s', (program, file, written) => {
  expect(windowsStart([program, 'test'], env, holds(file))).toEqual({
    program: 'C:\\Windows\\cmd.exe',
    args: ['/d', '/s', '/c', `"${written} ^^^"test^^^""`],
    windowsVerbatimArguments: true,
  });
});

/** What is left of a line after cmd.exe has read it: a caret stands for the character after it. */
function afterOneReading(line: string): string {
  return line.replace(/\^(.)/g, '$1');
}

test.each([
  ['a & calc', '"a & calc"'],
  ['100%', '"100%"'],
  ['say "hi"', '"say \\"hi\\""'],
  ['C:\\folder\\', '"C:\\folder\\\\"'],
  ['', '""'],
])('no character of an argument is left to cmd.exe: %s', (argument, arrives) => {
  const { args } = windowsStart(['npm', argument], env, holds('C:\\bin\\npm.cmd'));
  const line = args.at(-1)?.slice('"C:\\bin\\npm.cmd '.length, -1) ?? '';
  expect(line).not.toMatch(/(?<!\^)[&|<>%"]/);
  expect(afterOneReading(line)).not.toMatch(/(?<!\^)[&|<>%"]/);
  expect(afterOneReading(afterOneReading(line))).toBe(arrives);
});
