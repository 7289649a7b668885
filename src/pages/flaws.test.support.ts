import type { Page } from 'playwright-core';
import { axeViolations } from './axe.test.support.ts';
import { expectNoSideways } from './browser.test.support.ts';

const combinations = [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'dark'],
  [390, 'light'],
] as const;

/** Answers to open points that are broken in mid-word. */
const brokenWords = `[...document.querySelectorAll('.points td code')].flatMap((code) => {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    for (const { index, 0: word } of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push('broken: ' + word);
    }
  }
  return broken;
})`;

/** One load of a page, looked at in both widths and themes. */
export async function flawsOf(page: Page, name: string): Promise<string[]> {
  const flaws: string[] = [];
  for (const [width, colorScheme] of combinations) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector(`html:is(:not([data-theme]), [data-theme=${colorScheme}])`);
    const found = [...(await axeViolations(page)), ...(await page.evaluate<string[]>(brokenWords))];
    flaws.push(...found.map((one) => `${name}, ${width} ${colorScheme}: ${one}`));
    await expectNoSideways(page);
  }
  return flaws;
}
