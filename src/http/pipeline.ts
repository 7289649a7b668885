import type { Request, RequestHandler, Response } from 'express';
import type { OperationName } from '../domain/operation.ts';
import { sentence } from '../domain/refusal.ts';
import { StorageFailure } from '../store/store.ts';
import { isEnding } from '../worlds/fault-rule.ts';
import { splitWorld, type Worlds } from '../worlds/worlds.ts';
import { answerPreflight, corsHeaders, isPreflight } from './cors.ts';
import { Exchange } from './exchange.ts';
import { hangUp } from './hang-up.ts';
import { disturb, isUndisturbed } from './interference.ts';
import type { Neighbours } from './neighbours.ts';
import { note } from './note.ts';
import { deliverBadly, type Pause, realPause } from './reply/delivery.ts';
import type { ProtocolRefusal } from './reply/protocol-refusal.ts';
import { protocolReply } from './reply/protocol-reply.ts';
import type { Reply } from './reply/reply.ts';
import { send, Writer, type Written } from './reply/written.ts';
import { illegibleUrl } from './request/legible-url.ts';
import { validated } from './request/validated.ts';
import { whyStrange } from './request/why-strange.ts';
import { bugEntry, type LogWriter, logWhenSent } from './request-log.ts';
import { type Mutation, servings } from './serving.ts';
import { wasTurnedAway } from './turned-away.ts';

export interface PipelineOptions {
  readonly log: LogWriter;
  readonly cors: boolean;
  readonly mutant?: Mutation | undefined;
  /** How delays and slow bodies wait. */
  readonly pause?: Pause | undefined;
  readonly met?: Met | undefined;
  /** What is answered besides the API. */
  readonly neighbours?: Neighbours | undefined;
}

/** Told of every answer: to which operation, where it is one, and the name of its outcome. */
export type Met = (operation: OperationName | undefined, outcome: string) => void;

const longestUrl = 8192;

/** Where even an apology that follows the dialect cannot be had. */
export const lastResort: Reply = {
  status: 500,
  headers: {},
  body: { type: 'json', value: { error: sentence({ kind: 'internal-error' }), successful: false } },
  outcome: 'internal-error',
};

/**
 * The one way of every request of the API, in every world: bound to its world, disturbed by faults
 * and preferences, validated, answered, checked, noted and sent.
 */
export class Pipeline {
  readonly #worlds: Worlds;
  readonly #log: LogWriter;
  readonly #cors: boolean;
  readonly #pause: Pause;
  readonly #met: Met | undefined;
  readonly #neighbours: Neighbours | undefined;
  readonly servingOf: ReturnType<typeof servings>;
  readonly #writer: Writer;

  constructor(worlds: Worlds, options: PipelineOptions) {
    const { log, cors, mutant, met, pause = realPause, neighbours } = options;
    this.#worlds = worlds;
    this.#log = log;
    this.#cors = cors;
    this.#pause = pause;
    this.#met = met;
    this.#neighbours = neighbours;
    this.servingOf = servings(mutant);
    this.#writer = new Writer(cors ? corsHeaders : {});
  }

  /** Serves an operation. */
  operation(operation: OperationName): RequestHandler {
    return (req, res) => {
      const exchange = this.#begin(req, res, operation);
      return exchange ? this.#serve(exchange, operation) : undefined;
    };
  }

  /** Refuses a method that a path of the API does not take, and says which it does. */
  otherMethod(allow: readonly string[]): RequestHandler {
    return (req, res) => {
      if (this.#cors && isPreflight(req)) return answerPreflight(res, allow);
      const exchange = this.#begin(req, res);
      if (!exchange) return;
      if (req.method === 'OPTIONS') this.#tellMethods(res, allow);
      else this.#refuse(exchange, { kind: 'method-not-allowed', method: req.method, allow });
    };
  }

  /** What is no path of the API: a neighbour's, where it has an answer, and refused otherwise. */
  readonly otherPath: RequestHandler = (req, res) => {
    const { method } = req;
    const below = splitWorld(req.originalUrl)?.below ?? req.originalUrl;
    const methods = this.#neighbours?.methodsAt(pathOf(below)) ?? [];
    if (this.#cors && isPreflight(req)) {
      return answerPreflight(res, methods.length > 0 ? methods : ['GET']);
    }
    const exchange = this.#begin(req, res);
    if (!exchange) return;
    const path = pathOf(exchange.url);
    const reply = this.#neighbours?.replyTo(method, path);
    if (reply) this.#finish(exchange, reply);
    else if (methods.length === 0) this.#refuse(exchange, { kind: 'unknown-path', path });
    else if (method === 'OPTIONS') this.#tellMethods(res, methods);
    else this.#refuse(exchange, { kind: 'method-not-allowed', method, allow: methods });
  };

  /** Binds a request to its world and to what this speaks now; ends it where that cannot be. */
  #begin(req: Request, res: Response, operation?: OperationName): Exchange | undefined {
    const { first } = this.#worlds;
    const sentUrl = illegibleUrl(req) ?? req.originalUrl;
    const place = splitWorld(sentUrl);
    const world = place ? this.#worlds.use(place.id) : first;
    const url = world && place ? place.below : sentUrl;
    const at = { world: world ?? first, serving: this.servingOf(world ?? first), sentUrl, url };
    const exchange = new Exchange(req, res, world && operation, at);
    if (place && !world) this.#refuse(exchange, { kind: 'unknown-world', id: place.id });
    else if (sentUrl.length <= longestUrl) return exchange;
    else this.#refuse(exchange, { kind: 'uri-too-long', limit: longestUrl });
    return undefined;
  }

  #refuse(exchange: Exchange, refusal: ProtocolRefusal): void {
    this.#finish(exchange, this.#checked(exchange, protocolReply(refusal)));
  }

  async #serve(exchange: Exchange, operation: OperationName): Promise<void> {
    if (isUndisturbed(exchange, operation)) {
      this.#finish(exchange, this.#checked(exchange, await this.#answered(exchange, operation)));
      return;
    }
    const { instead, applied } = await disturb(exchange, operation, this.#pause);
    if (instead === 'hung-up') return;
    const reply = instead ?? this.#checked(exchange, await this.#answered(exchange, operation));
    if (applied.length === 0) return this.#finish(exchange, reply);
    const headers = { ...reply.headers, 'Preference-Applied': applied.join(', ') };
    const { lasting: _, ...once } = reply;
    this.#finish(exchange, { ...once, headers });
  }

  /** What the service says, or why it was not asked. */
  async #answered(exchange: Exchange, operation: OperationName): Promise<Reply> {
    const { serving } = exchange;
    const { replies } = serving.edition;
    try {
      const stranger = whyStrange(exchange, operation);
      const refusal = stranger instanceof Promise ? await stranger : stranger;
      if (refusal) return replies.refused(operation, refusal);
      const call = await validated(exchange, operation);
      if ('kind' in call) return replies.refused(operation, call);
      return await serving.answer(serving, call);
    } catch (error) {
      if (error instanceof StorageFailure)
        return replies.refused(operation, { kind: 'unavailable' });
      this.#log(bugEntry(error));
      return replies.refused(operation, { kind: 'internal-error' });
    }
  }

  /** No reply of an operation that breaks the contract leaves. */
  #checked(exchange: Exchange, reply: Reply): Reply {
    const { operation, serving } = exchange;
    if (!operation || this.#writer.knows(reply)) return reply;
    const problem = serving.edition.check(operation, reply);
    if (problem === undefined) return reply;
    this.#log(bugEntry(`${operation} was about to answer against its contract: ${problem}`));
    return apologyOf(exchange);
  }

  #finish(exchange: Exchange, reply: Reply): void {
    const { req, res, interference } = exchange;
    if (wasTurnedAway(req)) return;
    const delivery = interference?.delivery;
    if (delivery && isEnding(delivery)) return void hangUp(exchange, delivery, reply);
    try {
      const made = this.#writer.write(reply);
      if (delivery) {
        deliverBadly(res, reply, made, delivery, this.#pause).catch((error) => {
          this.#log(bugEntry(error));
          res.destroy();
        });
      } else send(res, reply.status, made);
      this.#tell(exchange, reply, made);
    } catch (error) {
      // Node does not send everything, and JSON has no words for everything.
      this.#log(bugEntry(error));
      if (res.headersSent) return void res.destroy();
      const apology = apologyOf(exchange);
      const made = this.#writer.write(apology);
      send(res, apology.status, made);
      this.#tell(exchange, apology, made);
    }
  }

  /** Those who watch the world, and the log. */
  #tell(exchange: Exchange, reply: Reply, { text }: Written): void {
    const { req, res } = exchange;
    this.#met?.(exchange.operation, reply.outcome);
    note(exchange, { reply, text });
    logWhenSent(this.#log, res, reply, () => {
      return { method: req.method, url: exchange.sentUrl, ms: exchange.elapsed };
    });
  }

  #tellMethods(res: Response, allow: readonly string[]): void {
    res.writeHead(204, {
      ...(this.#cors && corsHeaders),
      Allow: [...allow, 'OPTIONS'].join(', '),
    });
    res.end();
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** What an operation says instead of a reply that must not, or cannot, be sent. */
function apologyOf({ operation, serving }: Exchange): Reply {
  if (!operation) return lastResort;
  const { check, replies } = serving.edition;
  const apology = replies.refused(operation, { kind: 'internal-error' });
  return check(operation, apology) === undefined ? apology : lastResort;
}
