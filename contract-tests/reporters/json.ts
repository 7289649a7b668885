import type { RunResult } from '../result.ts';

export const jsonReport = (result: RunResult): string => `${JSON.stringify(result, null, 2)}\n`;
