import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['bench', 'contract-tests', 'seed-data', 'src'].map((room) => `${room}/**/*.test.ts`),
    // These are run by src/recipes.test.ts, as somebody who installed the package would.
    exclude: ['**/node_modules/**', 'src/recipes/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
