import { shellWord } from '../../../src/traffic/curl.ts';
import { printableLines } from '../../../src/values/printable.ts';
import type { ChoiceCard } from './choice-card.ts';

function list(items: readonly { readonly openPoint: string; readonly why: string }[]): string[] {
  const width = Math.max(...items.map(({ openPoint }) => openPoint.length), 0);
  return items.map(({ openPoint, why }) => `  ${openPoint.padEnd(width)}  ${why}`);
}

/** What was learned, what was seen without an answer, and what would show the rest. `target`: the file of the target. */
export function learnedReport(card: ChoiceCard, file: string, target?: string): string {
  const like = target === undefined ? '' : `--like ${shellWord(target)} `;
  const unclear = card.unclear.map(({ openPoint, why, seen }) => ({
    openPoint,
    why: `${why}: ${seen.map(({ value }) => JSON.stringify(value)).join(', ')}`,
  }));
  const text = [
    `Learned ${card.learned.length} of ${card.points} answers, written to ${file}.`,
    ...(unclear.length > 0 ? ['', 'Seen, but no answer:', ...list(unclear)] : []),
    ...(card.unknown.length > 0 ? ['', 'Still unknown:', ...list(card.unknown)] : []),
    '',
    `Start a stand-in like it: abuse-feed serve ${like}--dialect ${shellWord(file)}`,
    '',
  ].join('\n');
  return printableLines(text);
}
