import { expect, test } from 'vitest';
import { designCss } from './assets.ts';

const css = designCss();
const themes = {
  light: colours(/:root \{([^}]*)\}/),
  dark: colours(/:root\[data-theme="dark"\] \{([^}]*)\}/),
};

function colours(block: RegExp): Map<string, string> {
  const text = block.exec(css)?.[1] ?? '';
  return new Map(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

/** Relative luminance and contrast as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const onPaper = ['ink', 'dim', 'accent', 'good', 'warn', 'bad'].flatMap((text) =>
  ['paper', 'raised'].map((ground) => [text, ground] as const),
);
const onChips = [
  ['dim', 'sunken'],
  ['ink', 'accent-soft'],
  ['dim', 'accent-soft'],
  ...['accent', 'good', 'warn', 'bad'].map((name) => [name, `${name}-soft`] as const),
  ['on-accent', 'accent'],
] as const;

test.each(['light', 'dark'] as const)('text can be read in the %s theme (AA)', (theme) => {
  const colour = (name: string) => themes[theme].get(name) ?? `no ${name}`;
  const faint = [...onPaper, ...onChips]
    .map(([text, ground]) => ({ text, ground, ratio: contrast(colour(text), colour(ground)) }))
    .filter(({ ratio }) => !(ratio >= 4.5));
  expect(faint).toEqual([]);
});
