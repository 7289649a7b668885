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

/** Themes differ in their colours alone, and the rules about these take as long as all others together. */
const rules = {
  all: {},
  colours: { runOnly: ['color-contrast', 'link-in-text-block'] },
};
export type AxeRules = keyof typeof rules;

/** What axe finds wrong with the page as it is now: each rule, and the first place that breaks it. */
export async function axeViolations(page: Page, which: AxeRules = 'all'): Promise<string[]> {
  // Evaluated by the debugger, which the policy of the page does not bind.
  await page.evaluate(script);
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules[which] });
  const { violations } = await page.evaluate<Found>(`axe.run(document, ${options})`);
  return violations.map(
    ({ id, nodes }) =>
      `${id} (${nodes.length}) at ${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary}`,
  );
}
