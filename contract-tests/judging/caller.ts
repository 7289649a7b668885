/** Who sends a request. */
export interface Caller {
  /** Its key in the target file, or a name. */
  readonly key: string;
  /** The whole Authorization header; absent for an anonymous caller. */
  readonly authorization?: string;
}

/** What a model is told of a caller; services know more of theirs. */
export interface Who {
  readonly key: string;
}

/** A token in a curl command. */
export interface ShellToken {
  /** The Authorization header. */
  readonly authorization?: string;
  readonly headers?: { readonly [name: string]: string };
  /** What a forged token is made of, which a reader has to make first. */
  readonly forged?: string;
}

/** The callers of a service at a target. */
export interface ServiceCallers {
  /** All that requests are made with, by their keys: of the target file, without a token, with forged ones. */
  readonly byKey: ReadonlyMap<string, Caller>;
  /** Those that the target file says enough of. */
  readonly known: readonly Caller[];
  /** Has no token. */
  readonly nobody: Caller;
  /** Has a token that nobody holds. */
  readonly stranger: Caller;
  /** Whether its requests use up a number that the target file states. */
  isCounted(key: string): boolean;
  /** What a model is told of the caller of a request. */
  who(key: string): Who;
  /** The tokens of the target file, and what a model is told of their holders. */
  readonly held: readonly { readonly token: string; readonly who: Who }[];
  /** A caller whose token is not in the target file. */
  unlisted(key: string): Who;
  /** Those who are asked to delete what is left, after its creator. */
  readonly cleaners: readonly Caller[];
  /** How a shell writes the token of a caller, for an operation of an area. */
  inShell(key: string, area: string): ShellToken;
}
