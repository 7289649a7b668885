import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { dialectOf } from '../../../src/dialects/dialect.ts';
import { startServer } from '../../../src/start-server.ts';
import type { ConversationRequest, ConversationStep } from './conversation.ts';
import { jsonOf, type Layer, startFront } from './front.ts';
import { researcher, type ShippedFault } from './layers.ts';

const methods = { create: 'POST', fetch: 'GET', delete: 'DELETE', lookup: 'GET', head: 'HEAD' };
const initialState = Date.UTC(2026, 0, 1);
const someHash = 'cd'.repeat(32);
const usual = {
  tags: ['rat'],
  c2Address: 'c2.example.com:4444',
  file256Hash: someHash,
  referenceLink: `https://results.example/${someHash}`,
  confidenceScore: 1,
};
/** The id of a report that does not exist. */
const noId = '00000000-0000-4000-8000-000000000000';

/** The responses of a server in a conversation, with a clock that advances only by pauses. */
export const runConversation = async (
  { shows, dialect = {} }: Pick<ShippedFault, 'shows' | 'dialect'>,
  layers: readonly Layer[],
): Promise<unknown[]> => {
  let clock = initialState;
  let arrived = 0;
  let waiting: (() => void)[] = [];
  const arrival = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = () => (arrived >= count ? resolve() : waiting.push(look));
      look();
    });
  let expected = 0;
  await using server = await startServer({
    dialect: dialectOf(dialect),
    clock: { mode: 'frozen', at: new Date(initialState).toISOString() },
    ids: 'realistic',
  });
  const front = await startFront(server.baseUrl, layers, {
    now: () => clock,
    pause: () => arrival(expected),
    onRequest: () => {
      arrived += 1;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  });
  const agents = new Map<string, Agent>();
  const ids: string[] = [];
  const filled = (text: string): string =>
    text.replace(/\{(\d+)(:34|%)?\}/g, (_, nth, form) => {
      const id = ids[nth - 1] ?? noId;
      if (form === '%') return id.replaceAll('-', '%2D');
      return form ? id.slice(0, 34) : id;
    });
  const ask = async (one: ConversationRequest, nth: number): Promise<unknown> => {
    const { operation, by = researcher, via, feed = 'tunnelco', hash, query } = one;
    const named = operation === 'create' ? '' : `?report={${one.nth}}`;
    const path = hash ? `/private/sample/${hash}` : `/feed/${feed}/api`;
    const agent = via === undefined ? false : (agents.get(via) ?? oneConnection());
    if (via !== undefined && agent) agents.set(via, agent);
    const given = Object.entries(one.headers ?? {}).map(([name, value]) => [
      name,
      filled(`${value}`),
    ]);
    const isPost = operation === 'create';
    const body = isPost ? JSON.stringify({ ...usual, ...one.draft }) : undefined;
    const sent = request(new URL(path + filled(query ?? (hash ? '' : named)), front.baseUrl), {
      method: methods[operation],
      agent,
      headers: {
        ...(by && { authorization: by }),
        ...(isPost && { 'content-type': 'application/json' }),
        ...Object.fromEntries(given),
      },
    });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const bytes = await buffer(answer);
    const { 'content-type': type, 'content-encoding': coding } = answer.headers;
    if (isPost) ids[nth] = String(jsonOf({ body: bytes }).id ?? noId);
    return { status: answer.statusCode, type, coding, body: bytes.toString('latin1') };
  };
  const isCreate = ({ operation }: ConversationRequest): boolean => operation === 'create';
  const answers: unknown[] = [];
  let creates = 0;
  const atOnce = async (asks: readonly ConversationRequest[]): Promise<unknown[]> => {
    const under: Promise<unknown>[] = [];
    expected = arrived + asks.length;
    for (const one of asks) {
      const before = arrived;
      under.push(ask(one, creates));
      if (isCreate(one)) creates += 1;
      await arrival(before + 1);
    }
    return Promise.all(under);
  };
  try {
    for (const step of shows as readonly ConversationStep[]) {
      if (typeof step === 'number') clock += step * 1000;
      else answers.push(...(await atOnce('operation' in step ? [step] : step)));
    }
    return answers;
  } finally {
    for (const agent of agents.values()) agent.destroy();
    await front.close();
  }
};

const oneConnection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });
