import type { CalledService } from '../called-service.ts';
import type { OnCreating } from '../model.ts';
import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';
import type { Exchange } from './exchange.ts';

const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS|SSL/;

const noObserver = { noteAnswer: () => undefined, noteFailure: () => undefined };

/** Pending creates: each is announced before it is sent, and settled when its id is recorded or nothing was stored. */
export class CreatesUnderWay {
  readonly #service: CalledService;
  readonly #onCreating: OnCreating | undefined;
  readonly #stored = new Map<number, () => void>();

  constructor(service: CalledService, onCreating: OnCreating | undefined) {
    this.#service = service;
    this.#onCreating = onCreating;
  }

  sending({ operation, about, caller, body, sent = body }: Ask) {
    const { operations, created } = this.#service;
    if (operations.of(operation).effect !== 'creates' || !this.#onCreating) return noObserver;
    const settle = this.#onCreating({ about, creator: caller.key, sent });
    return {
      noteAnswer: ({ exchange, outcome, body }: Answer): void => {
        const isStored = outcome === 'success' && typeof created.idIn(body) === 'string';
        if (isStored) this.#stored.set(exchange.number, settle);
        else if (outcome === 'refusal' || exchange.response.status >= 400) settle();
      },
      /** Without a connection, nothing can have been stored. */
      noteFailure: (error: unknown): void => {
        if (neverSent.test(String((error as { code?: unknown }).code ?? ''))) settle();
      },
    };
  }

  /** Called when an exchange was recorded. */
  noteRecorded({ number }: Exchange): void {
    this.#stored.get(number)?.();
    this.#stored.delete(number);
  }
}
