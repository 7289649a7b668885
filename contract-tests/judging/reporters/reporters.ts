import { described } from '../../../src/values/described.ts';
import { isObject } from '../../../src/values/objects.ts';
import { printableLines } from '../../../src/values/printable.ts';
import type { RunResult } from '../run/result.ts';
import { consoleText } from './console.ts';
import { page } from './html.ts';
import { junit } from './junit.ts';
import { safeCopy } from './safe-copy.ts';
import { markdown } from './summary.ts';

/** A reporter that writes a file. */
export interface FileReporter {
  /** The help of its option. */
  readonly says: string;
  readonly write: (result: RunResult) => string;
  /** Its format can hold any text, so that it takes the result as it is. */
  readonly isData?: true;
}

/** What a reporter is handed is a copy with all external text escaped. */
function safely<Options extends unknown[]>(
  write: (result: RunResult, ...options: Options) => string,
) {
  return (result: RunResult, ...options: Options): string =>
    write(safeCopy(result), ...safeCopy(options));
}

/** A table of reporters that cannot forget to escape. */
export function safeReporters<Option extends string>(
  table: { readonly [option in Option]: FileReporter },
): { readonly [option in Option]: FileReporter } {
  const safe = Object.entries<FileReporter>(table).map(([option, reporter]) => {
    const { write, isData } = reporter;
    const asData: FileReporter['write'] = (...given) => printableLines(write(...given));
    return [option, { ...reporter, write: isData ? asData : safely(write) }];
  });
  return Object.fromEntries(safe);
}

/** By the name of their option. */
export const fileReporters = safeReporters({
  json: {
    says: 'write the result as JSON',
    write: (result) => `${JSON.stringify(result, null, 2)}\n`,
    isData: true,
  },
  junit: { says: 'write the result as JUnit XML', write: junit },
  html: { says: 'write the result as one HTML page', write: page },
});

/** The result as JSON: what `--json` writes. */
export function jsonReport(result: RunResult): string {
  checkResult('jsonReport()', result);
  return fileReporters.json.write(result);
}

/** The result as JUnit XML: what `--junit` writes. */
export function junitReport(result: RunResult): string {
  checkResult('junitReport()', result);
  return fileReporters.junit.write(result);
}

/** The result as one page: what `--html` writes. */
export function htmlReport(result: RunResult): string {
  checkResult('htmlReport()', result);
  return fileReporters.html.write(result);
}

function checkResult(call: string, result: unknown): void {
  const isResult = isObject(result) && 'verdict' in result && 'clauses' in result;
  if (isResult) return;
  throw new TypeError(`${call} takes what verify() resolves with, and got ${described(result)}.`);
}

export const consoleReport = safely(consoleText);
export const markdownSummary = safely(markdown);
