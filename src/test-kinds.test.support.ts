/** The rooms whose tests start servers, in the process of the test. */
const serving = [
  'bench/**/*.test.ts',
  'contract-tests/{causes,drive,listen,run,selftest,talk}/**/*.test.ts',
  'src/*.test.ts',
  'src/{admin,cli,docs,http,pages,proxy}/**/*.test.ts',
];

interface Kind {
  readonly include: readonly string[];
  /** How long a test may take on an idle machine, in seconds. */
  readonly seconds: number;
  /** Where loading everything anew for each file would be dearer than the tests. */
  readonly isShared?: true;
  /** What `npm test` runs of it; without this, everything. */
  readonly quick?: readonly string[];
}

/**
 * Which test is of which kind, said by its name: `recipes.command.test.ts`. A test whose name says nothing
 * is `server` in the rooms above, and `unit` in all others.
 */
export const kinds = {
  unit: {
    include: ['{bench,contract-tests,seed-data,src}/**/*.test.ts'],
    seconds: 30,
    isShared: true,
  },
  server: { include: serving, seconds: 60, isShared: true },
  /** Starts processes: our own commands, the packed package, the recipes. */
  command: {
    include: ['**/*.command.test.ts'],
    seconds: 300,
    quick: [],
  },
  /** Opens pages in a browser. */
  browser: {
    include: ['**/*.browser.test.ts'],
    seconds: 120,
    quick: ['src/cli/verify/report-page.browser.test.ts'],
  },
  /** Holds the kit against mutants and variants, or tries very many examples. */
  proof: {
    include: ['**/*.proof.test.ts'],
    seconds: 300,
    quick: ['contract-tests/selftest/selftest.proof.test.ts'],
  },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

/** A kind that is said by the name of a file comes before one that is said by its room. */
const named = [...kinds.command.include, ...kinds.browser.include, ...kinds.proof.include];
export const exceptions: Record<KindName, readonly string[]> = {
  unit: [...serving, ...named],
  server: named,
  command: [],
  browser: [],
  proof: [],
};

/** The recipes are run by src/recipes.command.test.ts, as somebody who installed the package would. */
export const isTestFile = (path: string): boolean =>
  /^(bench|contract-tests|seed-data|src)\/(?!recipes\/).*\.test\.ts$/.test(path) &&
  !path.includes('node_modules');
