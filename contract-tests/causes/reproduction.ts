import type { Exchange } from '../talk/exchange.ts';
import { asCaller } from './as-caller.ts';
import { atOnce } from './at-once.ts';
import { forgetting, type Made, madeIn, plain, type Reproduced, steps } from './calls.ts';
import { comment, functions, idFunction, nearFunction, quoted } from './shell.ts';
import { signOf } from './sign.ts';

/**
 * A script for any POSIX shell that shows a violation again: creates, acts, looks, and cleans up. It ends
 * with 1 where the violation is there. In parentheses, so that pasting it ends no shell.
 */
export const reproduction = (of: Reproduced): readonly string[] => {
  const { clause, section, sentence, expected, actual, story, urls } = of;
  const last = story.at(-1);
  if (!last) return [];
  const made = madeIn(story);
  const { lines, sign } = atOnce(of) ?? {
    lines: [...steps(of, made)],
    sign: signOf(of, made, last),
  };
  const has = (isLookup: boolean): boolean =>
    story.some(({ operation }) => (operation === 'lookup') === isLookup);
  return [
    comment(`${clause}, section ${section}: ${sentence}`),
    comment(`expected  ${expected}`),
    comment(`actual    ${actual}`),
    '# Ends with 1 where that shows again, 0 where it does not, 2 without a token, 3 without an answer.',
    '(',
    ...(has(false) ? [`feed=\${ABUSE_FEED_BASE_URL:-${quoted(plain(urls.baseUrl))}}`] : []),
    ...(has(true)
      ? [`lookup=\${ABUSE_FEED_ANALYSIS_URL:-${quoted(plain(urls.analysisUrl))}}`]
      : []),
    ...tokensOf(story, made),
    ...functions,
    ...(made.length > 0 ? idFunction : []),
    ...(lines.some((line) => line.includes('$(near ')) ? nearFunction : []),
    ...sign.functions,
    '',
    ...lines,
    '',
    ...sign.lines,
    ...forgetting(sign.isForgotten ? [] : made, urls),
    `if ${sign.shows}; then`,
    `  printf '%s\\n' ${quoted(`Violated: ${clause}. Expected ${expected}, but ${actual}`)}; exit 1`,
    'fi',
    `printf 'Not seen again. In the run it was:\\n%s\\n' "$recorded"; exit 0`,
    ')',
  ];
};

const tokensOf = (story: readonly Exchange[], made: readonly Made[]): string[] => {
  const creator = made.some(({ by }) => !by.caller.startsWith('tokens.'));
  const callers = [
    ...story.map(({ caller, operation }) => asCaller(caller, operation)),
    ...(creator ? [asCaller('tokens.researcher', 'delete')] : []),
  ];
  const needs = callers.flatMap((one) => (one.needs ? [one.needs] : []));
  return [...new Map(needs.map(({ variable, key }) => [variable, key]))].map(
    ([variable, key]) =>
      `[ "$${variable}" ] || { echo 'Set ${variable} to the Authorization header of ${key}.'; exit 2; }`,
  );
};
