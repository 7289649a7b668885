import type { RunResult } from '../run/result.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import type { Former } from './since.ts';

/** A reporter that writes a file. */
export interface FileReporter {
  /** The help of its option. */
  readonly says: string;
  readonly write: (result: RunResult, former?: Former) => string;
}

/** By the name of their option. */
export const fileReporters = {
  json: { says: 'write the result as JSON', write: jsonReport },
  junit: { says: 'write the result as JUnit XML', write: junitReport },
  html: { says: 'write the result as one HTML page', write: htmlReport },
} as const satisfies { readonly [option: string]: FileReporter };
