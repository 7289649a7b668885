import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contents } from '../../src/store/contents.ts';
import { openDataFolder } from '../../src/store/folder/data-folder.ts';
import type { Chance } from './chance.ts';
import type { Answer, Asked } from './client.ts';
import { Client } from './client.ts';
import type { DiskPlan } from './inside/disk-plan.ts';
import { ServerProcess } from './server-process.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const refusals: Trial = {
  name: 'refusals',
  about: 'refusals while writes fail: each is true of what is on disk in the end',
  options: { rounds: 'how often everything is tried at once (300; 40 with --short)' },
  run,
};

/** Something that several ask for at once and one can have, and what a refusal of it says. */
interface Contest {
  readonly what: string;
  readonly asked: readonly Asked[];
  readonly isRefusal: (answer: Answer) => boolean;
  /** Whether what the refusal says is so. */
  readonly isTrue: (contents: Contents) => boolean;
}

const fail: DiskPlan = { fail: { steps: ['sync'], code: 'EIO', done: 'nothing' } };
const researcher = 'token-researcher-1';
const feed = '/feed/tunnelco/api';
const isClientError = ({ status }: Answer): boolean => status >= 400 && status < 500;

async function run(setting: Setting): Promise<Finding> {
  const { chance, short, say } = setting;
  const rounds = setting.asked('rounds') ?? (short ? 40 : 300);
  const data = setting.folder();
  const plan = `${data}.plan`;
  const dialect = join(setting.folder(), 'dialect.yaml');
  writeFileSync(dialect, 'create.duplicates: refused\n');
  const server = await ServerProcess.start({
    data,
    flags: ['--quiet', '--dialect', dialect],
    inside: ['disk-plan.ts'],
    env: { ABUSE_FEED_DISK_PLAN: plan },
  });
  const client = new Client(server.url, 32);
  const claims: Contest[] = [];
  const problems: string[] = [];
  let failures = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const contests = await prepared(client, chance, round);
    if (chance.happens(0.6)) writeFileSync(plan, JSON.stringify(fail));
    const answering = contests.map(async (contest) => {
      const answers = await Promise.all(contest.asked.map((one) => client.ask(one)));
      for (const answer of answers) {
        if (!answer) problems.push(`round ${round}, ${contest.what}: no answer`);
        else if (answer.status === 503) failures += 1;
        else if (contest.isRefusal(answer)) claims.push(contest);
      }
    });
    await Promise.all(answering);
    rmSync(plan, { force: true });
    if (round % 50 === 0) say(`${round} of ${rounds}: ${claims.length} refusals`);
  }
  await client.close();
  if (server.died !== undefined) problems.push(server.died);
  await server.end('SIGKILL');

  const { store } = await openDataFolder(data, () => {
    throw new Error('it began afresh');
  });
  await store.close();
  const contents = store.state.contents();
  for (const { what, isTrue } of claims) {
    if (!isTrue(contents)) problems.push(`${what}: refused, and it is not so`);
  }
  if (claims.length === 0 || failures === 0)
    problems.push('nothing was refused, or nothing failed');
  return {
    numbers: `${rounds} rounds, ${failures} changes refused with 503, ${claims.length} other refusals held against the disk`,
    problems,
  };
}

/** With what each needs made safe beforehand. */
async function prepared(client: Client, chance: Chance, round: number): Promise<Contest[]> {
  const made = await client.must({
    method: 'POST',
    path: feed,
    token: researcher,
    body: draft(chance),
  });
  const reportId = String(made.json?.id);
  const [last, revoked, minted] = [`last-${round}`, `revoked-${round}`, `minted-${round}`];
  for (const id of [last, revoked]) await client.must(minting(id));
  const body = draft(chance);
  const create = { method: 'POST', path: feed, token: researcher, body };
  const remove = { method: 'DELETE', path: `${feed}?report=${reportId}`, token: researcher };
  const lookUp = (id: string) => ({
    path: `/private/sample/${chance.bytes(32).toString('hex')}`,
    token: `token-${id}`,
  });
  const hasCaller = (id: string) => (contents: Contents) =>
    contents.callers.some((caller) => caller.id === id);
  return [
    {
      what: `round ${round}, a duplicate`,
      asked: [create, create, create],
      isRefusal: isClientError,
      isTrue: ({ reports }) => reports.some((one) => one.file256Hash === body.file256Hash),
    },
    {
      what: `round ${round}, a report that is gone`,
      asked: [remove, remove, remove],
      isRefusal: isClientError,
      isTrue: ({ reports }) => reports.every((one) => one.id !== reportId),
    },
    {
      what: `round ${round}, no lookups left`,
      asked: [lookUp(last), lookUp(last), lookUp(last)],
      // A hash that is not known is an answer and no refusal.
      isRefusal: (answer) => isClientError(answer) && answer.status !== 404,
      isTrue: ({ allowances }) => allowances[last]?.left === 0,
    },
    {
      what: `round ${round}, a token that is revoked`,
      asked: [
        { method: 'DELETE', path: `/__admin/callers/${revoked}` },
        { path: `${feed}?report=nope`, token: `token-${revoked}` },
        { path: `${feed}?report=nope`, token: `token-${revoked}` },
      ],
      isRefusal: ({ status }) => status === 401,
      isTrue: (contents) => !hasCaller(revoked)(contents),
    },
    {
      what: `round ${round}, a caller that is there already`,
      asked: [minting(minted), minting(minted), minting(minted)],
      isRefusal: isClientError,
      isTrue: hasCaller(minted),
    },
  ];
}

const minting = (id: string): Asked => ({
  method: 'POST',
  path: '/__admin/callers',
  body: { id, token: `token-${id}`, roles: [], requests: 1 },
});

function draft(chance: Chance) {
  const hash = chance.bytes(32).toString('hex');
  return {
    tags: ['rat'],
    c2Address: `c2-${chance.below(1e9)}.example:80`,
    file256Hash: hash,
    referenceLink: `https://results.example/${hash}`,
    confidenceScore: 50,
  };
}
