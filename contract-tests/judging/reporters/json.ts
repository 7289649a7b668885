import type { RunResult } from '../run/result.ts';
import { escapedJson } from './escaped.ts';

export const jsonReport = (result: RunResult): string =>
  `${escapedJson(JSON.stringify(result, null, 2))}\n`;
