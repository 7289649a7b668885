import type { Caller } from '../../judging/caller.ts';
import type { Answer } from '../../judging/talk/answer.ts';
import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';
import { sameRefusal } from '../model/sameness.ts';
import { hasRole } from '../target/statements.ts';
import { firstHash } from '../target/target.ts';
import { type Probe, probe } from './probe.ts';
import { creatingRoles, holdersIn } from './twin.ts';

const scheme = /^(\S+) +(\S+)$/;

/** Whether a token works in this form: to create a report, or else for a lookup. */
async function works(context: Context, authorization: string) {
  const { api, callers, target } = context;
  const feed = target.areas.includes('feed');
  const caller: Caller = { ...(feed ? callers.researcher : callers.analyst), authorization };
  const hash = firstHash(target.analyses[0]) ?? '';
  const asked = feed ? api.create(caller, context.draft()) : api.lookup(caller, hash);
  const { outcome, exchange } = await readableAnswer(asked);
  return { ok: outcome === 'success', exchange };
}

async function probePrefix(context: Context): Promise<void> {
  const { tokens, areas } = context.target;
  const given = (areas.includes('feed') ? tokens.researcher : tokens.analyst) ?? '';
  const [, name, behind] = scheme.exec(given) ?? [];
  if (name !== undefined && name.toLowerCase() !== 'bearer') {
    // The server's own scheme works, but openapi.yaml has no answer for it.
    context.observe('auth.prefix', name, (await works(context, given)).exchange);
    return;
  }
  const token = behind ?? given;
  const bare = await works(context, token);
  const bearer = await works(context, `Bearer ${token}`);
  if (bare.ok && bearer.ok) context.observe('auth.prefix', 'either', bearer.exchange);
  else if (bare.ok) context.observe('auth.prefix', 'none', bearer.exchange);
  else if (bearer.ok) context.observe('auth.prefix', 'Bearer', bare.exchange);
}

function statusOf({ exchange }: Answer): number {
  return exchange.response.status;
}

/** Compares statuses, or whole responses where those are equal. */
function isLike(seen: Answer, one: Answer, other: Answer): boolean {
  return statusOf(one) === statusOf(other)
    ? sameRefusal(seen, one)
    : statusOf(seen) === statusOf(one);
}

export const callerProbes: readonly Probe[] = [
  probe('feed', ['auth.prefix'], probePrefix),
  probe('lookup', ['auth.prefix'], async (context) => {
    if (!context.target.areas.includes('feed')) await probePrefix(context);
  }),
  /** A request with two flaws is answered like one that has only the flaw checked first. */
  probe('feed', ['auth.order'], async ({ api, callers, draft, observe }) => {
    const invalid = await readableAnswer(api.create(callers.researcher, {}));
    if (invalid.outcome !== 'refusal') return;
    for (const caller of [callers.nobody, callers.unknown]) {
      const strange = await readableAnswer(api.create(caller, draft()));
      const both = await readableAnswer(api.create(caller, {}));
      const isFirst = isLike(both, strange, invalid);
      const isAfter = isLike(both, invalid, strange);
      if (isFirst === isAfter) continue;
      observe('auth.order', isFirst ? 'first' : 'after-validation', both.exchange);
      return;
    }
  }),
  /** The target file does not say of each caller whether it may create, and of none under which name. */
  probe('feed', ['create.status.not-a-researcher'], async ({ api, target, draft }) => {
    for (const { key, token: authorization } of holdersIn(target)) {
      const caller: Caller = { key, authorization };
      const isStated = creatingRoles.every(
        (role) => hasRole(target, authorization, role) !== undefined,
      );
      if (isStated) continue;
      const stored = await api.storedIfAccepted(api.create(caller, draft()));
      if (stored) await api.fetchKnown(stored);
    }
  }),
];
