import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { extent, patience } from './src/repository/test-settings.test.support.ts';

/** The kind of a test is said by its file name: `recipes.command.test.ts`. Without a kind in the name, it is `unit`. */
const kinds = [
  { name: 'unit', seconds: 60 },
  /** Starts processes: our own commands, the packed package, the recipes. */
  { name: 'command', seconds: 300, quick: [] },
  /** Opens pages in a browser. */
  { name: 'browser', seconds: 120, quick: ['src/cli/verify/report-page.browser.test.ts'] },
  /** Runs the kit against mutants and variants, or tries many examples. */
  {
    name: 'proof',
    seconds: 300,
    quick: ['contract-tests/selftest/selftest.proof.test.ts'],
  },
];

/** `npm test` runs `quick` of a kind that has it, and all of the others. */
function projectOf({ name, seconds, quick }: (typeof kinds)[number]) {
  const isUnit = name === 'unit';
  const all = `{bench,contract-tests,seed-data,src}/**/*.${isUnit ? '' : `${name}.`}test.ts`;
  return {
    test: {
      name,
      include: quick && extent === 'quick' ? [...quick] : [all],
      exclude: [
        '**/node_modules/**',
        'src/recipes/**',
        ...(isUnit ? ['**/*.{command,browser,proof}.test.ts'] : []),
      ],
      testTimeout: patience(seconds),
      hookTimeout: patience(seconds),
      expect: { poll: { timeout: patience(seconds / 2) } },
      // Loading the modules anew for each file would cost more than most tests.
      ...(isUnit && { pool: 'threads' as const, isolate: false }),
    },
  };
}

export default defineConfig({
  test: {
    // Compiled modules are kept in node_modules between runs, by their contents.
    experimental: { fsModuleCache: true },
    globalSetup: 'src/repository/temporary-folder.test.support.ts',
    // No module imports them, so `--changed` would find no test that they touch.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      '**/{openapi,admin.openapi,clauses}.yaml',
      '**/seed-data/*.yaml',
    ],
    projects: kinds.map(projectOf),
    // One more than cores, since many tests wait for what they have started.
    maxWorkers: availableParallelism() + 1,
  },
});
