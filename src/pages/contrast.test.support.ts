import type { Page } from 'playwright-core';

/** Checks WCAG 2.2, 1.4.3 for all text on the page; runs in the page. */
const scan = `(() => {
  const numbers = (colour) => (colour.match(/[\\d.]+/g) ?? [0, 0, 0]).map(Number);
  const over = ([r, g, b, alpha = 1], below) =>
    [r, g, b].map((part, at) => part * alpha + below[at] * (1 - alpha));
  const behind = (element) =>
    (element ? over(numbers(getComputedStyle(element).backgroundColor), behind(element.parentElement)) : [255, 255, 255]);
  const light = (colour) => {
    const [r, g, b] = colour.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const flaws = new Set();
  while (texts.nextNode()) {
    const { data, parentElement: element } = texts.currentNode;
    const shown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!data.trim() || !shown || element.matches('option, script, style')) continue;
    const style = getComputedStyle(element);
    const [paper, size] = [behind(element), parseFloat(style.fontSize)];
    const [one, other] = [light(paper), light(over(numbers(style.color), paper))];
    const ratio = Math.max(one, other) / Math.min(one, other);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) flaws.add(ratio.toFixed(2) + ' ' + data.trim().slice(0, 40));
  }
  return [...flaws];
})()`;

/** Texts with too little contrast. */
export const faintTexts = (page: Page): Promise<string[]> => page.evaluate<string[]>(scan);
