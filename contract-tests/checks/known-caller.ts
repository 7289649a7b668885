import { sameRefusal } from '../judge/sameness.ts';
import type { Answer } from '../talk/answer.ts';
import { readable } from '../talk/asked.ts';
import type { Caller } from '../talk/callers.ts';
import { NotTestable } from '../talk/cut-short.ts';
import type { Context } from './context.ts';

/**
 * That somebody is refused proves a rule about callers only where the target knows the caller. A
 * mistyped token is refused as well, and everything would look fine.
 */
export const mustBeKnown = async (context: Context, caller: Caller): Promise<void> => {
  const known = await context.shared(`${caller.key} is known`, () => isKnown(context, caller));
  if (!known)
    throw new NotTestable(
      `${caller.key} cannot be told from a token nobody knows: every answer is the same`,
    );
};

const isKnown = async ({ api, callers, draft }: Context, caller: Caller): Promise<boolean> => {
  const { unknown, researcher } = callers;
  const stored = await api.created(researcher);
  await api.found(stored);
  const asked = [
    (who: Caller) => api.fetch(who, stored.id),
    (who: Caller) => api.delete(who, stored.id),
    (who: Caller) => api.create(who, draft()),
  ];
  for (const ask of asked) {
    const [one, other]: Answer[] = [await readable(ask(caller)), await readable(ask(unknown))];
    if (one && other && (one.outcome !== other.outcome || !sameRefusal(one, other))) return true;
  }
  return false;
};
