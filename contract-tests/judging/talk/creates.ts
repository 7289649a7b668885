import { effectOf } from '../../service/operations/operations.ts';
import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';
import type { Exchange } from './exchange.ts';

/** What is known about a create before its response. */
export interface Creating {
  readonly service: string;
  readonly creator: string;
  readonly sent: unknown;
}

/** Called before each create is sent; returns a function to call once its result is known. */
export type OnCreating = (create: Creating) => () => void;

const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS|SSL/;

const noObserver = { answered: () => undefined, failed: () => undefined };

/** Pending creates: each is announced before it is sent, and settled when its id is recorded or nothing was stored. */
export const createsUnderWay = (onCreating: OnCreating | undefined) => {
  const stored = new Map<number, () => void>();
  return {
    sending({ operation, about, caller, body, sent = body }: Ask) {
      if (effectOf(operation) !== 'creates' || !onCreating) return noObserver;
      const { service = '' } = about;
      const settle = onCreating({ service, creator: caller.key, sent });
      return {
        answered({ exchange, outcome, body }: Answer): void {
          const isStored = outcome === 'success' && typeof body.id === 'string';
          if (isStored) stored.set(exchange.number, settle);
          else if (outcome === 'refusal' || exchange.response.status >= 400) settle();
        },
        /** Without a connection, nothing can have been stored. */
        failed(error: unknown): void {
          if (neverSent.test(String((error as { code?: unknown }).code ?? ''))) settle();
        },
      };
    },
    noted({ number }: Exchange): void {
      stored.get(number)?.();
      stored.delete(number);
    },
  };
};
