import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const script = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly {
      readonly target: readonly string[];
      readonly failureSummary?: string;
    }[];
  }[];
}

/** The axe violations of the current page: each rule, with the first element that breaks it. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, to which the page's CSP does not apply.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(script);
  const { violations } = await page.evaluate<Found>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id} (${nodes.length}) at ${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary}`,
  );
}
