import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { examples } from '../../spec/test-settings.test.support.ts';
import { type RunningServer, startServer } from '../../start-server.ts';
import { ModelJudge } from './judge.test.support.ts';
import { walks } from './walk.test.support.ts';

/** A server on a data folder. In one process it cannot be killed, so both ways of ending are one. */
class OwnStand {
  readonly #data: string;
  #server: RunningServer;

  private constructor(data: string, server: RunningServer) {
    this.#data = data;
    this.#server = server;
  }

  static async start(): Promise<OwnStand> {
    const data = mkdtempSync(join(tmpdir(), 'abuse-feed-model-'));
    const stand = new OwnStand(data, await startServer({ data }));
    onTestFinished(async () => {
      await stand.#server.close();
      rmSync(data, { recursive: true, force: true });
    });
    return stand;
  }

  get url(): string {
    return this.#server.baseUrl;
  }

  get seed() {
    return this.#server.seed.contents;
  }

  async restart(): Promise<void> {
    await this.#server.close();
    this.#server = await startServer({ data: this.#data });
  }
}

test('whatever several callers do at once, the server is what a simple model says', async () => {
  const stand = await OwnStand.start();
  const judge = new ModelJudge(stand, stand.seed);
  await fc.assert(
    fc.asyncProperty(walks, (rounds) => judge.walk(rounds)),
    { seed: 1, numRuns: examples(80) },
  );
  expect(judge.answers).toBeGreaterThan(500);
});
