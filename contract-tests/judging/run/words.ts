import type { Service } from '../service.ts';
import type { RunResult } from './result.ts';

/** What a service calls what is created, and the requests that are counted. */
export function wordsOf({
  created,
  countedWords = ['request', 'requests'],
}: Pick<Service, 'created' | 'countedWords'>): RunResult['words'] {
  return {
    created: created.words,
    counted: countedWords,
  };
}
