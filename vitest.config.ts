import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { exceptions, type KindName, kinds } from './src/repository/test-kinds.test.support.ts';
import { extent, patience } from './src/repository/test-settings.test.support.ts';

function projectOf([name, kind]: [string, (typeof kinds)[KindName]]) {
  return {
    test: {
      name,
      include: [...(extent === 'quick' && 'quick' in kind ? kind.quick : kind.include)],
      exclude: ['**/node_modules/**', 'src/recipes/**', ...exceptions[name as KindName]],
      testTimeout: patience(kind.seconds),
      hookTimeout: patience(kind.seconds),
      expect: { poll: { timeout: patience(kind.seconds / 2) } },
      ...('isShared' in kind && { pool: 'threads' as const, isolate: false }),
    },
  };
}

export default defineConfig({
  test: {
    globalSetup: 'src/repository/temporary-folder.test.support.ts',
    // No module imports them, so `--changed` would find no test that they touch.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      '**/{openapi,admin.openapi,clauses}.yaml',
      '**/seed-data/*.yaml',
    ],
    projects: Object.entries(kinds).map(projectOf),
    // One more than cores, since many tests wait for what they have started.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', './src/repository/left-out.test.support.ts'],
  },
});
