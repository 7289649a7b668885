interface Kind {
  readonly include: readonly string[];
  /** The time limit of a test on an idle machine, in seconds. */
  readonly seconds: number;
  /** For kinds where reloading modules per file would cost more than the tests. */
  readonly isShared?: true;
  /** What `npm test` runs of it. Default: everything. */
  readonly quick?: readonly string[];
}

/** The kind of a test, by its file name: `recipes.command.test.ts`. Without a kind in the name, it is `unit`. */
export const kinds = {
  unit: {
    include: ['{bench,contract-tests,seed-data,src}/**/*.test.ts'],
    seconds: 60,
    isShared: true,
  },
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
  /** Runs the kit against mutants and variants, or tries many examples. */
  proof: {
    include: ['**/*.proof.test.ts'],
    seconds: 300,
    quick: ['contract-tests/selftest/selftest.proof.test.ts'],
  },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

/** What the name of a file says of no kind is everything else. */
const named = [...kinds.command.include, ...kinds.browser.include, ...kinds.proof.include];
export const exceptions: Record<KindName, readonly string[]> = {
  unit: named,
  command: [],
  browser: [],
  proof: [],
};

/** The recipes are run by src/repository/recipes.command.test.ts, in a project with the package installed. */
export function isTestFile(path: string): boolean {
  return (
    /^(bench|contract-tests|seed-data|src)\/(?!recipes\/).*\.test\.ts$/.test(path) &&
    !path.includes('node_modules')
  );
}
