import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['bench', 'contract-tests', 'seed-data', 'src'].map((room) => `${room}/**/*.test.ts`),
    // These are run by src/recipes.test.ts, as somebody who installed the package would.
    exclude: ['**/node_modules/**', 'src/recipes/**'],
    globalSetup: 'src/temporary-folder.test.support.ts',
    // By default one core is left to vitest itself, which on two is half of the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
