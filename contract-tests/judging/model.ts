import type { Who } from './caller.ts';
import type { Parameters } from './operation.ts';
import type { Answer } from './talk/answer.ts';
import type { Exchange } from './talk/exchange.ts';
import type { Evidence } from './verdict/evidence.ts';

/** How an exchange was made, and what can be concluded from it. */
export interface Circumstances {
  /**
   * Whether the request matches the contract apart from its values: no parameter is unknown, repeated or
   * unreadable, there is no body where none is expected, and there are no conditional or range headers. Only such requests say anything about what
   * they name.
   */
  readonly isPlain: boolean;
  /** A server error or throttling: says nothing about what was requested. */
  readonly isSetback: boolean;
}

/** Something that requests have created. */
export interface Created {
  readonly id: string;
  /** The parameters of a request that names it. */
  readonly about: Parameters;
  /** The key of the caller that created it. */
  readonly creator: string;
}

/** The same, with what became of it. */
export interface CreatedState extends Created {
  readonly isDeleted: boolean;
  /** Whether its id may mean another one, or a restart may have changed it. */
  readonly isUncertain: boolean;
}

/** Something that the target claims to have stored, with an id that cannot be used in a deletion. */
export interface Stray {
  readonly id: unknown;
  readonly about: Parameters;
  readonly creator: string;
}

/** What is known about a create before its response. */
export interface Creating {
  readonly about: Parameters;
  readonly creator: string;
  readonly sent: unknown;
}

/** Called before each create is sent; returns a function to call once its result is known. */
export type OnCreating = (creation: Creating) => () => void;

/** Called when something is created or deleted, so that it can be recorded at once. */
export interface CreatedListener {
  readonly creating?: OnCreating;
  created(one: Created): void;
  deleted(one: Pick<Created, 'id' | 'about'>): void;
}

export interface ModelOptions {
  readonly evidence: Evidence;
  /**
   * Whether no other client acts on what this history creates: then what was not seen did not happen. False
   * for a proxy, which sees only part of the traffic.
   */
  readonly isAlone: boolean;
  readonly listener?: CreatedListener | undefined;
  /** Limits of what is kept. */
  readonly most?: { readonly entries: number; readonly size: number };
  /** Milliseconds that what is created may take to appear, if it is known better than in general. */
  readonly grace?: number | undefined;
  readonly isLimit?: (exchange: Exchange) => boolean;
}

export interface AnsweredOptions {
  readonly circumstances?: Circumstances;
  /** The parsed response, if it was read already. */
  readonly read?: Answer;
  /** Otherwise it is only recorded. Default: true. */
  readonly judges?: boolean;
}

/** How much of something was evicted. */
export interface Evicted {
  readonly count: number;
  readonly words: readonly [one: string, many: string];
}

/** What was created, as far as a history shows. */
export interface CreatedHistory {
  /** Oldest first. */
  all(): readonly CreatedState[];
  readonly strays: readonly Stray[];
  /** Adds what was created elsewhere, so that it can be deleted. */
  add(one: Created): void;
  /** Milliseconds that it may take to appear, by what was seen of the server. */
  readonly grace: number;
  /** Milliseconds until a request must find what it did not. */
  untilDue(exchange: Exchange): number;
}

/**
 * A specification as code: judges each response by all exchanges before it. It sends no requests, so runs,
 * proxied traffic and recordings are judged alike.
 */
export interface Model {
  readonly created: CreatedHistory;
  /** What was evicted in favour of newer entries. */
  readonly forgotten: readonly Evicted[];
  /** Called when a request is sent: from now on, it may have its effect. */
  noteSent(request: Pick<Exchange, 'operation' | 'about' | 'sent' | 'caller'>, at?: number): void;
  /** Called when there is no readable response: the request may or may not have had its effect. */
  noteLost(exchange: Exchange): void;
  /** Called when the server may have started anew. */
  noteRestart(areas: readonly string[]): void;
  /** Called for every response. */
  noteAnswer(exchange: Exchange, who: Who, options?: AnsweredOptions): unknown;
  /** Judges what only the whole history shows. */
  finish(): void;
}
