import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly {
      readonly target: readonly string[];
      readonly failureSummary?: string;
    }[];
  }[];
}

/** What axe finds wrong with the page as it is now: each rule, and the first place that breaks it. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the policy of the page does not bind.
  await page.evaluate(script);
  const { violations } = await page.evaluate<Found>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id} (${nodes.length}) at ${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary}`,
  );
}
