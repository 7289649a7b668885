import { readdirSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { isTestFile, kinds } from './test-kinds.test.support.ts';
import { extent } from './test-settings.test.support.ts';

/** The number of files of each kind that `npm test` leaves out. */
function leftOut(): string[] {
  const files = readdirSync('.', { recursive: true, encoding: 'utf8' }).filter(isTestFile);
  return Object.entries(kinds).flatMap(([name, kind]) => {
    if (!('quick' in kind)) return [];
    const all = files.filter((file) => file.endsWith(`.${name}.test.ts`));
    return [`${all.length - kind.quick.length} of ${all.length} ${name} files`];
  });
}

/** Ends `npm test` with a list of what it left out, and last of all with what failed. */
export default class LeftOut implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (extent === 'quick')
      process.stdout.write(
        `Left for npm run test:all, about 20 minutes on two cores: ${leftOut().join(', ')}, ` +
          'all other mutants, and nine in ten examples of each property.\n\n',
      );
    const failed = modules.flatMap((module) => [
      ...(module.errors().length > 0 ? [module.relativeModuleId] : []),
      ...Array.from(
        module.children.allTests('failed'),
        ({ fullName }) => `${module.relativeModuleId} > ${fullName}`,
      ),
    ]);
    if (failed.length > 0) process.stdout.write(`Failed:\n${failed.join('\n')}\n`);
  }
}
