import { hashFields } from '../../../../src/spec/file-hashes.ts';
import { readAnswer } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import { analysisIn } from '../../operations/analysis.ts';

/** Whether lookups are of the same file, by all hashes that its analyses state; undefined for other requests. */
export function sameFile(
  { about: { hash } }: Exchange,
  history: readonly Exchange[],
): ((one: Exchange) => boolean) | undefined {
  if (hash === undefined) return undefined;
  const hashes = hashesOf(hash, history);
  return ({ about }) => hashes.has(`${about.hash}`.toLowerCase());
}

function hashesOf(hash: string, history: readonly Exchange[]): ReadonlySet<string> {
  const all = history.flatMap((one) => {
    if (one.about.hash === undefined) return [];
    const found = analysisIn(readAnswer(one).json);
    const stated = hashFields.map((field) => found?.[field]);
    return stated.some((text) => sameText(text, hash)) ? stated : [];
  });
  return new Set([hash, ...all].map((text) => `${text}`.toLowerCase()));
}
