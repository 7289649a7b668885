import { randomUUID } from 'node:crypto';
import type { Caller } from '../../judging/caller.ts';
import type { Answer } from '../../judging/talk/answer.ts';
import type { KnownReport } from '../model/known/known-report.ts';
import type { Draft } from '../requests/draft.ts';
import type { Feed, ScenarioApi } from './api.ts';
import { hashesByFile } from './files.ts';
import { scenario } from './scenario.ts';

/** A server may have closed a connection that was idle for a moment, or turned a request on it away. */
const mostTries = 6;

/** A request over a connection that it shares with those before it. */
type SharedRequest = (shared: Feed) => PromiseLike<Answer>;

/**
 * Sends requests over one connection, and again if the server has closed it in between. One that always does
 * cannot confuse callers on a connection; then the same requests were sent over several.
 */
export async function sendOverOneConnection(
  api: Pick<ScenarioApi, 'overOneConnection'>,
  ...requests: readonly SharedRequest[]
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const answers: Answer[] = [];
    await api.overOneConnection(async (shared) => {
      for (const request of requests) answers.push(await request(shared));
    });
    const used = new Set(answers.map(({ exchange }) => exchange.connection));
    const isShared = used.size === 1 && !used.has(undefined);
    if (isShared || answers.some(saysItCloses)) return;
  }
}

function saysItCloses({ exchange: { response } }: Answer): boolean {
  return /\bclose\b/i.test(response.headers.connection ?? '');
}

/** 5: each request has its own token, no matter which callers used the connection before. */
export const connectionScenarios = [
  scenario(
    'callers on one connection',
    [
      'create/researchers-only',
      'create/token-must-be-known',
      'delete/token-must-be-known',
      'delete/reader-may-not',
      'delete/other-researcher-may-not',
      'delete/other-owner-may-not',
    ],
    async ({ api, callers, knownCallers, draft, target: { service } }) => {
      const { researcher, unknown } = callers;
      const stored = await api.created(researcher);
      const owner = knownCallers.known.find((one) => knownCallers.owns(one, service) === true);
      const fetchAsCreator: SharedRequest = (shared) => shared.fetch(researcher, stored.id);
      const createAsResearcher: SharedRequest = (shared) => shared.create(researcher, draft());
      const createAndDeleteAs = (caller: Caller): SharedRequest => {
        return async (shared) => {
          const created = await createAsResearcher(shared);
          const { id } = created.body;
          return typeof id === 'string' ? shared.delete(caller, id) : created;
        };
      };
      for (const stranger of knownCallers.strangersTo(stored)) {
        const deleteAsStranger: SharedRequest = (shared) => shared.delete(stranger, stored.id);
        await sendOverOneConnection(api, fetchAsCreator, deleteAsStranger);
        // Nor does the right of an owner, once used, pass on to the next caller.
        if (owner) await sendOverOneConnection(api, createAndDeleteAs(owner), deleteAsStranger);
      }
      for (const nonResearcher of knownCallers.nonResearchers)
        await sendOverOneConnection(api, createAsResearcher, (shared) =>
          shared.create(nonResearcher, draft()),
        );
      await sendOverOneConnection(api, fetchAsCreator, (shared) => shared.create(unknown, draft()));
      await sendOverOneConnection(api, fetchAsCreator, (shared) =>
        shared.delete(unknown, stored.id),
      );
      await api.fetchKnown(stored);
    },
  ),
  scenario(
    'delete over one connection',
    ['delete/success-means-gone'],
    async ({ api, callers: { researcher } }) => {
      const own = [await api.createdAndSeen(researcher), await api.createdAndSeen(researcher)];
      await api.overOneConnection(async (shared) => {
        for (const { id } of own) await shared.delete(researcher, id);
      });
      for (const { id } of own) await api.fetch(researcher, id);
    },
  ),
  scenario(
    'create over one connection',
    ['create/keeps-tags', 'create/in-the-named-feed'],
    async ({ api, callers: { researcher }, draft, feeds: [feed, otherFeed] }) => {
      const stored: (KnownReport | undefined)[] = [];
      const create = (changes: Partial<Draft>, service?: string): SharedRequest => {
        return async (shared) => {
          const answer = shared.create(researcher, draft(changes), service);
          stored.push(await api.storedIfAccepted(answer));
          return answer;
        };
      };
      await sendOverOneConnection(api, create({ tags: ['a long tag'.repeat(20)] }), create({}));
      await sendOverOneConnection(api, create({}, otherFeed), create({}, feed));
      for (const report of stored) if (report) await api.fetchKnown(report);
    },
  ),
  /** What one request was answered is no part of the answer to the next, also after a refusal. */
  scenario(
    'fetch over one connection',
    ['fetch/gives-the-report-asked-for', 'fetch/unknown-id-is-refused', 'fetch/callers-agree'],
    async ({ api, callers, knownCallers }) => {
      const { researcher } = callers;
      const long = await api.createdAndSeen(researcher, { tags: ['a long tag'.repeat(20)] });
      const short = await api.createdAndSeen(researcher);
      const [stranger = callers.unknown] = knownCallers.strangersTo(short);
      await api.overOneConnection(async (shared) => {
        for (const id of [long.id, short.id, randomUUID(), short.id])
          await shared.fetch(researcher, id);
      });
      await api.overOneConnection(async (shared) => {
        await shared.delete(stranger, short.id);
        await shared.fetch(researcher, short.id);
      });
      for (const caller of [...callers.named, callers.unknown])
        await api.overOneConnection(async (shared) => {
          await shared.fetch(researcher, short.id);
          await shared.fetch(caller, short.id);
        });
    },
  ),
  scenario('look up over one connection', ['lookup/gives-the-file-asked-for'], async (context) => {
    const { api, callers } = context;
    const hashes = (await hashesByFile(context)).flat();
    const lookUp = (caller: Caller, hash = ''): SharedRequest => {
      return (shared) => shared.send({ operation: 'lookup', caller, about: { hash } });
    };
    const first = lookUp(callers.analyst, hashes[0]);
    await sendOverOneConnection(api, first, lookUp(callers.analyst, hashes.at(-1)));
    await api.overOneConnection(async (shared) => {
      await first(shared);
      await lookUp(callers.unknown, hashes[0])(shared);
    });
  }),
];
