import type { Caller } from '../../judging/caller.ts';
import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';
import { lookedUpFiles } from '../drive/files.ts';
import { observeErrorBody } from '../drive/observe-error-body.ts';
import { operations } from '../operations/operations.ts';
import { type Probe, probe } from './probe.ts';

async function found(context: Context): Promise<string | undefined> {
  return (await lookedUpFiles(context))
    .flatMap(({ lookups }) => lookups)
    .find(({ analysis }) => analysis)?.hash;
}

/** Limited tokens are not used: their calls are announced, these are not. */
function mayCall({ target }: Context, { authorization }: Caller): boolean {
  return target.tokens.limited.every(({ token }) => token !== authorization);
}

export const lookupProbes: readonly Probe[] = [
  probe('lookup', ['lookup.who', 'lookup.status.may-not-look-up'], async (context) => {
    const { api, callers } = context;
    const hash = await found(context);
    const { reader, researcher } = callers;
    if (!hash || !mayCall(context, reader) || !mayCall(context, researcher)) return;
    const asReader = await readableAnswer(api.lookup(reader, hash));
    if (asReader.outcome === 'success') {
      context.observe('lookup.who', 'known', asReader.exchange);
      return;
    }
    // The role matters only if a researcher is served; otherwise the refusal has another reason.
    const asResearcher = await readableAnswer(api.lookup(researcher, hash));
    if (asResearcher.outcome !== 'success') return;
    const { exchange } = asReader;
    context.observe('lookup.who', 'researchers', exchange);
    context.observe('lookup.status.may-not-look-up', exchange.response.status, exchange);
  }),
  probe('lookup', ['lookup.error-body.malformed-hash'], async (context) => {
    const { api, callers } = context;
    const answer = await readableAnswer(api.lookup(callers.analyst, 'no-hash'));
    observeErrorBody(context, answer, 'malformed-hash');
  }),
  probe('lookup', ['lookup.status.malformed-request', 'lookup.error-body'], async (context) => {
    const { api, callers, observe } = context;
    const answer = await readableAnswer(
      api.send({
        operation: 'lookup',
        caller: callers.analyst,
        about: {},
        way: { rawPath: operations.of('lookup').path.replace('{hash}', '%zz') },
      }),
    );
    observeErrorBody(context, answer);
    const { outcome, exchange } = answer;
    if (outcome === 'refusal')
      observe('lookup.status.malformed-request', exchange.response.status, exchange);
  }),
  probe('lookup', ['lookup.unknown-parameters'], async (context) => {
    const { api, callers } = context;
    const hash = await found(context);
    if (!hash) return;
    const path = operations.of('lookup').path.replace('{hash}', hash);
    // Not by the hash: where the query is not taken, a refusal is correct.
    const { outcome, exchange } = await readableAnswer(
      api.send({
        operation: 'lookup',
        caller: callers.analyst,
        about: {},
        way: { rawPath: `${path}?abuse-feed-kit=1` },
      }),
    );
    const answer = outcome === 'success' ? 'ignored' : 'refused';
    context.observe('lookup.unknown-parameters', answer, exchange);
  }),
];
