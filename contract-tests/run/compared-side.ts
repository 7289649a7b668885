import type { ReportListener } from '../model/known-report.ts';
import { isObject, readAnswer } from '../talk/answer.ts';
import type { Ask } from '../talk/ask.ts';
import type { Caller } from '../talk/callers.ts';
import { type Client, connect, NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Target } from '../target/target.ts';

export interface CompareOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called as soon as a report is created or deleted at the server. */
  readonly listener?: ReportListener;
}

/** The structure of a response, without ids, times and texts. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (!isObject(value)) return typeof value === 'boolean' ? value : typeof value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // The contents of the map of configurations are open (2.2).
  return Object.fromEntries(
    fields.map(([name, inner]) => [name, name === 'configs' ? 'object' : shapeOf(inner)]),
  );
};

const answerOf = (exchange: Exchange | undefined): string => {
  if (!exchange) return 'no answer';
  const { status, headers, body } = exchange.response;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? 'no type';
  const { json: value } = readAnswer(exchange);
  const look =
    value === undefined ? (body === '' ? 'empty' : 'text') : JSON.stringify(shapeOf(value));
  return `${status} ${type} ${look}`;
};

interface Made {
  readonly service: string;
  readonly id: string;
  readonly caller: Caller;
  isGone: boolean;
}

/** One of the two compared servers. */
export class Side {
  readonly #target: Target;
  readonly #options: CompareOptions;
  readonly #client: Client;
  readonly #made: Made[] = [];

  constructor(target: Target, options: CompareOptions) {
    const { signal, listener } = options;
    const onCreating = listener?.creating;
    this.#target = target;
    this.#options = options;
    this.#client = connect(target, { signal, onCreating, onAnswer: this.#onAnswer });
  }

  /** The response to a request, which may use the ids of the reports created here. */
  async answer(ask: (made: readonly string[]) => Ask): Promise<string> {
    try {
      return answerOf((await this.#client.ask(ask(this.#made.map(({ id }) => id)))).exchange);
    } catch (error) {
      if (error instanceof NoAnswer) return answerOf(undefined);
      throw error;
    }
  }

  /** Deletes what was created, even after a stop. */
  async close(): Promise<void> {
    await this.#client.settled();
    await this.#client.close();
    const isHurried = this.#options.signal?.aborted ?? false;
    const client = connect(this.#target, { isHurried, onAnswer: this.#onAnswer });
    for (const { service, id, caller } of this.#made.filter(({ isGone }) => !isGone))
      await client
        .ask({ operation: 'delete', caller, about: { service, report: id } })
        .catch(() => undefined);
    await client.close();
  }

  /** Recorded first: the process may end at any moment. */
  readonly #onAnswer = (
    { exchange }: { readonly exchange: Exchange },
    { caller }: Pick<Ask, 'caller'>,
  ): void => {
    const { operation, about } = exchange;
    const { outcome, body } = readAnswer(exchange);
    if (outcome !== 'success') return;
    const { service = '' } = about;
    if (operation === 'create' && typeof body.id === 'string') {
      this.#options.listener?.created({ service, id: body.id, creator: caller.key });
      this.#made.push({ service, id: body.id, caller, isGone: false });
    }
    // Nothing is deleted in another feed, whatever the response.
    const made = this.#made.find((one) => one.id === about.report && one.service === service);
    if (operation !== 'delete' || !made) return;
    made.isGone = true;
    this.#options.listener?.deleted(made);
  };
}
