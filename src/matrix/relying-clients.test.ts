import { expect, test } from 'vitest';
import type { MadeWorld } from '../admin/control/server-control.ts';
import { forEveryDialect } from '../for-every-dialect.ts';
import { feed } from '../http/request/sample-values.test.support.ts';
import { extent } from '../repository/test-settings.test.support.ts';

/** What a client of a world needs to call the service. */
interface Client {
  readonly world: MadeWorld;
  readonly hash: string;
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
  create(more?: object): Promise<Answer>;
}

interface Sent {
  /** The Authorization header; null for none. Default: that of a researcher. */
  readonly authorization?: string | null;
  readonly body?: object;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  /** The body, if it is JSON. */
  readonly json: { readonly [key: string]: unknown };
}

const unknownId = '00000000-0000-4000-8000-000000000000';

function clientOf(world: MadeWorld): Client {
  const hash = world.state().analyses[0]?.sha256Hash ?? '';
  const draft = {
    tags: ['Rat', 'apt'],
    c2Address: 'c2.example:443',
    file256Hash: hash,
    referenceLink: `https://results.example/${hash}`,
    confidenceScore: 3,
  };
  async function send(method: string, path: string, { authorization, body }: Sent = {}) {
    const token = authorization === undefined ? world.tokens['researcher-1'] : authorization;
    const response = await fetch(`${world.baseUrl}${path}`, {
      method,
      headers: {
        ...(token && { Authorization: token }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: parsed(text) };
  }
  return {
    world,
    hash,
    send,
    create: (more = {}) => send('POST', feed, { body: { ...draft, ...more } }),
  };
}

function parsed(text: string): Answer['json'] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The open points that a client is said to rely on. */
async function reliedOn(client: (one: Client) => Promise<void>): Promise<string[]> {
  try {
    await forEveryDialect((world) => client(clientOf(world)), { jobs: 4 });
    return [];
  } catch (error) {
    const { message } = error as Error;
    expect(message).toContain('It relies on what the specification leaves open');
    return [...message.matchAll(/^ {2}(\S+\.\S+) {2}/gm)].map(([, id = '']) => id);
  }
}

interface Planted {
  readonly does: string;
  readonly reliesOn: readonly string[];
  readonly client: (one: Client) => Promise<void>;
}

const planted: readonly Planted[] = [
  {
    does: 'deletes by an id in the other case',
    reliesOn: ['feed.id-case'],
    async client({ create, send }) {
      const id = String((await create()).json.id);
      const other = id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase();
      await send('DELETE', `${feed}?report=${other}`);
      const { json } = await send('GET', `${feed}?report=${id}`);
      expect(json.successful).toBe(false);
    },
  },
  {
    does: 'uses a token two days later',
    reliesOn: ['auth.lifetime'],
    async client({ world, send, hash }) {
      world.advanceClock(2 * 86_400);
      expect((await send('GET', `/private/sample/${hash}`)).json.sha256Hash).toBe(hash);
    },
  },
  {
    does: 'takes a count for one that is never refilled',
    reliesOn: ['lookup.reset'],
    async client({ world, send, hash }) {
      const { token } = await world.mintCaller({ id: 'small', roles: ['researcher'], requests: 1 });
      const authorization = world.tokens.small ?? token;
      const path = `/private/sample/${hash}`;
      await send('GET', path, { authorization });
      world.advanceClock(40 * 86_400);
      expect((await send('GET', path, { authorization })).json.sha256Hash).toBeUndefined();
    },
  },
  {
    does: 'sends the token without what stands before it',
    reliesOn: ['auth.prefix'],
    async client({ world, send, hash }) {
      const authorization = (world.tokens.analyst ?? '').replace('Bearer ', '');
      const { json } = await send('GET', `/private/sample/${hash}`, { authorization });
      expect(json.sha256Hash).toBe(hash);
    },
  },
  {
    does: 'takes a deleted report for one that never was',
    reliesOn: ['delete.afterwards'],
    async client({ create, send }) {
      const { id } = (await create()).json;
      await send('DELETE', `${feed}?report=${id}`);
      const deleted = await send('GET', `${feed}?report=${id}`);
      const unknown = await send('GET', `${feed}?report=${unknownId}`);
      expect(deleted.status).toBe(unknown.status);
    },
  },
  {
    does: 'expects a stranger to be refused before the body is read',
    reliesOn: ['auth.order'],
    async client({ send }) {
      const wrong = await send('POST', feed, { authorization: null, body: { tags: 7 } });
      const unread = await send('GET', `${feed}?report=${unknownId}`, { authorization: 'x' });
      expect(wrong.json.successful).toBe(false);
      expect(unread.json.successful).toBe(false);
      expect(wrong.text).not.toContain('body');
      expect(wrong.text).not.toContain('invalid');
    },
  },
  {
    does: 'makes sixty requests and waits for nothing',
    reliesOn: ['any.rate-limit'],
    async client({ send, hash }) {
      for (let nth = 0; nth < 60; nth += 1)
        expect((await send('GET', `/private/sample/${hash}`)).json.sha256Hash).toBe(hash);
    },
  },
  {
    does: 'takes an empty 200 for a file that is known',
    reliesOn: ['lookup.error-body.unknown-hash', 'lookup.status.unknown-hash'],
    async client({ send }) {
      const { status, text } = await send('GET', `/private/sample/${'0'.repeat(64)}`);
      expect(status === 200 && text === '').toBe(false);
    },
  },
  {
    does: 'relies on nothing when it looks a file up',
    reliesOn: [],
    async client({ send, hash }) {
      expect((await send('GET', `/private/sample/${hash}`)).json.sha256Hash).toBe(hash);
    },
  },
];

/** The others are slower, and of the kinds that the tests of forEveryDialect() have. */
const quick = ['auth.lifetime'];
const chosen =
  extent === 'quick' ? planted.filter((one) => quick.includes(one.reliesOn[0] ?? '')) : planted;

test.each(chosen)('a client that $does', async ({ client, reliesOn }) => {
  expect(await reliedOn(client)).toEqual(reliesOn);
});
