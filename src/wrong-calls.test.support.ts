import { expect } from 'vitest';
import { type RunningServer, startServer } from './index.ts';

/** What a program in JavaScript can call, and types would forbid. */
type Untyped = (...given: unknown[]) => unknown;

export function untyped(call: unknown): Untyped {
  return call as Untyped;
}

export interface WrongCall {
  readonly what: string;
  readonly call: (server: RunningServer) => unknown;
  readonly says: string;
}

export function passes() {}

export function reply(body: unknown): object {
  return { type: 'reply', status: 200, body };
}

export async function expectRefused({ call, says }: WrongCall): Promise<void> {
  await using server = await startServer();
  const called = (async () => call(server))();
  const message = await called.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );
  expect(message).toContain(says);
  expect(message).not.toContain('[object');
}
