import type { RunResult } from '../run/result.ts';

export const json = (result: RunResult): string => `${JSON.stringify(result, null, 2)}\n`;
