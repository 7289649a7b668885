import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'contract-tests/**/*.test.ts', 'seed-data/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
