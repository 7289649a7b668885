import type { ChoiceCard } from '../learn/choice-card.ts';
import { escapedJson } from './escaped.ts';

const list = (items: readonly { readonly openPoint: string; readonly why: string }[]): string[] => {
  const width = Math.max(...items.map(({ openPoint }) => openPoint.length), 0);
  return items.map(({ openPoint, why }) => `  ${openPoint.padEnd(width)}  ${why}`);
};

/** What was learned, what was seen without an answer, and what would show the rest. */
export const learnedReport = (card: ChoiceCard, file: string): string => {
  const unclear = card.unclear.map(({ openPoint, why, seen }) => ({
    openPoint,
    why: `${why}: ${seen.map(({ value }) => JSON.stringify(value)).join(', ')}`,
  }));
  const text = [
    `Learned ${card.learned.length} of ${card.points} answers, written to ${file}.`,
    ...(unclear.length > 0 ? ['', 'Seen, but no answer:', ...list(unclear)] : []),
    ...(card.unknown.length > 0 ? ['', 'Still unknown:', ...list(card.unknown)] : []),
    '',
    `Start its twin: abuse-feed serve --dialect ${file}`,
    '',
  ].join('\n');
  return escapedJson(text);
};
