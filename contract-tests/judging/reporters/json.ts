import type { RunResult } from '../run/result.ts';

export function json(result: RunResult): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}
