import type { Caller } from '../caller.ts';
import type { Service } from '../service.ts';
import type { Ask } from '../talk/ask.ts';
import { jsonIn } from '../talk/body.ts';
import { mapTexts, Placeholders } from './placeholder.ts';
import type { RecordedCall } from './recorded-call.ts';

/** The requests of recorded calls, with the ids and fresh values of one replay. */
export class ReplayedValues {
  readonly #service: Pick<Service, 'created' | 'callers'>;
  readonly #placeholders: Placeholders;
  readonly #values = new Map<string, string>();

  constructor(service: Pick<Service, 'created' | 'callers'>) {
    this.#service = service;
    this.#placeholders = new Placeholders(service.created);
  }

  /** What a call has created. */
  set(name: string, id: string): void {
    this.#values.set(name, id);
  }

  requestFor(call: RecordedCall, caller: Caller): Ask {
    const {
      operation,
      method,
      about,
      body,
      contentType,
      accept,
      encoding = '',
      way,
    } = mapTexts(call, (text) => this.#filled(text));
    return {
      operation,
      ...(method && { method }),
      caller,
      about,
      ...(body !== undefined && { body, sent: jsonIn(body).json }),
      ...(contentType !== undefined && { contentType }),
      ...(accept !== undefined && { accept }),
      encoding,
      // Another method is open; only its effect on others matters.
      ...((way || method) && { way: { ...way, ...(method && { isOdd: true }) } }),
      once: this.#service.callers.isCounted(caller.key),
    };
  }

  #filled(text: string): string {
    const { forms, fresh } = this.#service.created;
    return this.#placeholders.fill(text, ({ form, name }) => {
      const made = this.#placeholders.isFresh({ name }) ? fresh?.make() : undefined;
      const known = this.#values.get(name) ?? made ?? '';
      this.#values.set(name, known);
      return form ? (forms[form]?.of(known) ?? known) : known;
    });
  }
}
