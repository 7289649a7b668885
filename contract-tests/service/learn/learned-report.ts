import { shellWord } from '../../../src/traffic/curl.ts';
import { printableLines } from '../../../src/values/printable.ts';
import type { ChoiceCard } from './choice-card.ts';

function list(items: readonly { readonly openPoint: string; readonly why: string }[]): string[] {
  const width = Math.max(...items.map(({ openPoint }) => openPoint.length), 0);
  return items.map(({ openPoint, why }) => `  ${openPoint.padEnd(width)}  ${why}`);
}

/** A configuration written besides, and the variables to be set for it. */
export interface LearnedConfig {
  readonly file: string;
  readonly unset: readonly string[];
}

function toSet({ unset }: LearnedConfig): string[] {
  return unset.length === 0
    ? []
    : [
        'Set these before, each to the token that the target file has:',
        ...unset.map((name) => `  ${name}`),
      ];
}

/** What was learned, what was seen without an answer, and what would show the rest. */
export function learnedReport(card: ChoiceCard, file: string, config?: LearnedConfig): string {
  const unclear = card.unclear.map(({ openPoint, why, seen }) => ({
    openPoint,
    why: `${why}: ${seen.map(({ value }) => JSON.stringify(value)).join(', ')}`,
  }));
  const text = [
    `Learned ${card.learned.length} of ${card.points} answers, written to ${file}.`,
    ...(unclear.length > 0 ? ['', 'Seen, but no answer:', ...list(unclear)] : []),
    ...(card.unknown.length > 0 ? ['', 'Still unknown:', ...list(card.unknown)] : []),
    '',
    ...(config
      ? [`Start its twin: abuse-feed serve --config ${shellWord(config.file)}`, ...toSet(config)]
      : [`Start its twin: abuse-feed serve --dialect ${shellWord(file)}`]),
    '',
  ].join('\n');
  return printableLines(text);
}
