import type { RunResult } from '../run/result.ts';

export const jsonReport = (result: RunResult): string => `${JSON.stringify(result, null, 2)}\n`;
