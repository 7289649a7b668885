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

/** What can be touched and is smaller than 24 pixels. A link within a text has the height of its line. */
const smallTargets = `[...document.querySelectorAll('a[href], button, summary, input, select, textarea')].flatMap((one) => {
  const { width, height } = one.getBoundingClientRect();
  if (!one.checkVisibility() || width === 0 || one.matches('.skip')) return [];
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '';
  const isWithinText = getComputedStyle(one).display === 'inline' && [...one.parentNode.childNodes].some(isText);
  // The label is the target.
  const isLabelled = one.matches('[type=checkbox]') && one.closest('label') !== null;
  if (isWithinText || isLabelled || (width >= 24 && height >= 24)) return [];
  return ['small: ' + one.tagName + ' ' + one.className + ' ' + one.textContent.slice(0, 40) + ' ' + width + ' x ' + height];
})`;

/** One load of a page, looked at in both widths and themes. */
export async function flawsOf(page: Page, name: string): Promise<string[]> {
  const flaws: string[] = [];
  for (const [width, colorScheme] of combinations) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector(`html:is(:not([data-theme]), [data-theme=${colorScheme}])`);
    const found = [
      ...(await axeViolations(page)),
      ...(await page.evaluate<string[]>(brokenWords)),
      ...(await page.evaluate<string[]>(smallTargets)),
    ];
    flaws.push(...found.map((one) => `${name}, ${width} ${colorScheme}: ${one}`));
    await expectNoSideways(page);
  }
  return flaws;
}
