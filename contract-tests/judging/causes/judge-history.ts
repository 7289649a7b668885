import type { Who } from '../caller.ts';
import type { CreatedListener, Model } from '../model.ts';
import type { Service } from '../service.ts';
import { readAnswer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { Evidence } from '../verdict/evidence.ts';

export interface JudgingOptions {
  readonly service: Service;
  /** Called when something is created or deleted, so that nothing is left behind unnoticed. */
  readonly listener?: CreatedListener | undefined;
  /** Milliseconds to wait for it to appear; 0 where that was found to be futile. */
  readonly grace?: number;
}

/** A model of its own, as for a server that nobody else talks to, and what it finds. */
export function newModel({ service, listener, grace }: JudgingOptions): {
  readonly model: Model;
  readonly evidence: Evidence;
} {
  const evidence = new Evidence(undefined, service.redactor());
  const model = service.model({ evidence, isAlone: true, grace, listener });
  return { model, evidence };
}

/** What exchanges show by themselves: each request heard when it was sent, each response when it came. */
export function judgeHistory(
  history: readonly Exchange[],
  options: JudgingOptions,
  who: (caller: string) => Who = (caller) => options.service.callers.who(caller),
): Evidence {
  const { model, evidence } = newModel({ ...options, listener: undefined });
  const heard = history.flatMap((exchange) => [
    { at: exchange.startedAt, hear: () => model.noteSent(exchange, exchange.startedAt) },
    {
      at: exchange.endedAt,
      hear: () => model.noteAnswer(exchange, who(exchange.caller), { read: readAnswer(exchange) }),
    },
  ]);
  for (const { hear } of heard.sort((a, b) => a.at - b.at)) hear();
  model.finish();
  return evidence;
}
