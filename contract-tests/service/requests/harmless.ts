import type { Ask } from '../../judging/talk/ask.ts';
import type { Setting } from '../drive/context.ts';
import { firstHash } from '../target/target.ts';

/** A request that changes nothing and is not counted: of a report that does not exist, or without a token. */
export function harmlessRequest({ callers, target }: Setting, area: string): Ask {
  if (area === 'lookup') {
    const hash = firstHash(target.analyses[0]);
    return {
      operation: 'lookup',
      caller: callers.nobody,
      about: hash === undefined ? {} : { hash },
    };
  }
  return {
    operation: 'fetch',
    caller: callers.researcher,
    about: { service: target.service, report: crypto.randomUUID() },
  };
}
