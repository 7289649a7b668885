import { expect, onTestFinished, test, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import LeftOut from './left-out.test.support.ts';

function ran(relativeModuleId: string, failed: readonly string[], errors: readonly string[] = []) {
  return {
    relativeModuleId,
    errors: () => errors,
    children: { allTests: () => failed.map((fullName) => ({ fullName })) },
  } as unknown as TestModule;
}

test('what failed is printed last: tests, and files that could not be read', () => {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => print.mockRestore());
  const modules = [ran('a.test.ts', []), ran('b.test.ts', ['x > y']), ran('c.test.ts', [], ['!'])];
  new LeftOut().onTestRunEnd(modules);
  expect(print.mock.lastCall).toEqual(['Failed:\nb.test.ts > x > y\nc.test.ts\n']);
});
