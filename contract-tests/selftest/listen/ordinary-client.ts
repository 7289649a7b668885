import { createHash } from 'node:crypto';
import type { Target } from '../../index.ts';

/** A body as it came, where it was JSON. */
type Json = { readonly [field: string]: unknown };

interface Reply {
  readonly status: number;
  readonly json: Json;
}

type Role =
  | 'researcher'
  | 'otherResearcher'
  | 'service'
  | 'otherServiceOwner'
  | 'reader'
  | 'analyst';

/** The client of some people, as it might be: it does what they want and makes the usual mistakes. */
export class OrdinaryClient {
  readonly #at: string;
  readonly #target: Target;
  calls = 0;

  constructor(at: string, target: Target) {
    this.#at = at;
    this.#target = target;
  }

  async #ask(path: string, token: string | undefined, init: RequestInit = {}): Promise<Reply> {
    this.calls += 1;
    const headers = {
      ...(token !== undefined && { Authorization: token }),
      ...(init.headers as { [name: string]: string }),
    };
    const response = await fetch(this.#at + path, { ...init, headers });
    const text = await response.text();
    try {
      const json: unknown = JSON.parse(text);
      return { status: response.status, json: (json ?? {}) as Json };
    } catch {
      return { status: response.status, json: {} };
    }
  }

  token(role: Role): string {
    return this.#target.tokens[role] ?? '';
  }

  limited(nth: number): string {
    return this.#target.tokens.limited[nth]?.token ?? '';
  }

  post(token: string | undefined, body: string, service: string, type = 'application/json') {
    const init = { method: 'POST', body, headers: { 'Content-Type': type } };
    return this.#ask(`/feed/${service}/api`, token, init);
  }

  /** The id of the new report; undefined where none was made. */
  async create(role: Role, report: object, service = 'tunnelco'): Promise<string | undefined> {
    const { json } = await this.post(this.token(role), JSON.stringify(report), service);
    return typeof json.id === 'string' && json.id !== '' ? json.id : undefined;
  }

  fetch(token: string | undefined, id: string | undefined, service = 'tunnelco'): Promise<Reply> {
    return this.#ask(`/feed/${service}/api${query(id)}`, token);
  }

  delete(token: string | undefined, id: string | undefined, service = 'tunnelco'): Promise<Reply> {
    return this.#ask(`/feed/${service}/api${query(id)}`, token, { method: 'DELETE' });
  }

  lookup(token: string | undefined, hash: string): Promise<Reply> {
    return this.#ask(`/private/sample/${hash}`, token);
  }
}

const query = (id: string | undefined): string =>
  id === undefined ? '' : `?report=${encodeURIComponent(id)}`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Labels as people type and paste them. */
const labels: readonly (readonly string[])[] = [
  ['rat', 'windows'],
  ['Emotet', 'epoch 5', 'loader'],
  ['zloader', 'banker', 'botnet'],
  ["it's packed", 'C:\\Users\\Public'],
  ['C++', '<script>', 'a&b'],
  ['🐀', 'größe', '名前'],
  ['GET /%41%42 HTTP/1.1', 'path%20scan'],
  ['pasted\tfrom a table', 'two\r\nlines'],
  ['rat', 'rat'],
  [],
  [`rule ${'Win32_Trojan_Generic_'.repeat(6)}`, 'yara'],
  ['ransomware'],
];

const links = (hash: string, nth: number): string =>
  [
    `https://results.example/${hash}`,
    `https://results.example/report?hash=${hash}&lang=en#summary`,
    `https://results.example/a+b/${hash}`,
    `https://results.example/${hash}?trail=${'0123456789abcdef'.repeat(14)}`,
  ][nth % 4] ?? '';

const reportOf = (nth: number, run: string) => {
  const file256Hash = hashOf(`${run} ${nth}`);
  return {
    tags: labels[nth % labels.length] ?? [],
    c2Address:
      nth % 3 === 0
        ? `203.0.113.${nth + 1}:${4000 + nth}`
        : `${nth === 1 ? 'C2' : 'c2'}-${nth}.example.net:443`,
    file256Hash,
    referenceLink: links(file256Hash, nth),
    confidenceScore: [75, 100, 64, 50, 0][nth % 5] ?? 50,
  };
};

/** A report of the seed data, which everybody may have heard of. */
const oldReport = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';

/** Some 200 calls: a working day of researchers, owners and analysts. */
export async function ordinaryDay(client: OrdinaryClient, target: Target): Promise<void> {
  const run = String(performance.now());
  const mine: string[] = [];
  for (let nth = 0; nth < 12; nth += 1) {
    const id = await client.create('researcher', reportOf(nth, run));
    if (id !== undefined) mine.push(id);
  }
  const theirs: string[] = [];
  for (let nth = 12; nth < 15; nth += 1) {
    const id = await client.create('otherResearcher', reportOf(nth, run));
    if (id !== undefined) theirs.push(id);
  }
  await look(client, mine, ['researcher']);
  await look(client, theirs, ['otherResearcher', 'researcher']);
  await look(client, mine.slice(0, 4), ['otherResearcher', 'reader', 'service', 'researcher']);
  await inTheOtherFeed(client, run);
  await together(client, run);
  await mistakes(client, run, mine);
  await strangers(client, [...mine.slice(8, 10), ...theirs.slice(0, 1)]);
  await deletions(client, mine.slice(0, 4), theirs);
  await lookups(client, target);
  await usedUp(client, target);
  await look(client, mine.slice(4), ['researcher']);
}

async function look(client: OrdinaryClient, ids: readonly string[], roles: readonly Role[]) {
  for (const id of ids) for (const role of roles) await client.fetch(client.token(role), id);
}

async function inTheOtherFeed(client: OrdinaryClient, run: string): Promise<void> {
  for (let nth = 20; nth < 23; nth += 1) {
    const id = await client.create('researcher', reportOf(nth, run), 'dyndnsco');
    await client.fetch(client.token('researcher'), id, 'dyndnsco');
    await client.fetch(client.token('otherServiceOwner'), id, 'dyndnsco');
    // A bookmark with the wrong feed in it.
    await client.fetch(client.token('researcher'), id, 'tunnelco');
    if (nth === 20) await client.delete(client.token('otherServiceOwner'), id, 'dyndnsco');
    if (nth === 20) await client.fetch(client.token('researcher'), id, 'dyndnsco');
  }
}

/** A batch is sent at once. */
async function together(client: OrdinaryClient, run: string): Promise<void> {
  const batch = Array.from({ length: 5 }, (_, nth) => reportOf(30 + nth, run));
  const ids = await Promise.all(batch.map((report) => client.create('researcher', report)));
  await Promise.all(ids.map((id) => client.fetch(client.token('researcher'), id)));
}

/** What forms and scripts get wrong. */
async function mistakes(client: OrdinaryClient, run: string, mine: readonly string[]) {
  const researcher = client.token('researcher');
  const plain = reportOf(40, run);
  const made: (string | undefined)[] = [];
  const { referenceLink: _, ...withoutLink } = plain;
  const { tags: __, ...withoutTags } = plain;
  const { confidenceScore: ___, ...withoutScore } = plain;
  for (const wrong of [
    { ...plain, confidenceScore: '80' },
    { ...plain, confidenceScore: 79.5 },
    { ...plain, tags: 'rat, windows' },
    { ...plain, tags: [1, 'rat'] },
    { ...plain, c2Address: 'c2.example.net' },
    { ...plain, c2Address: 443 },
    { ...plain, file256Hash: 'unknown' },
    { ...plain, referenceLink: 'see ticket 17' },
    { ...plain, referenceLink: 17 },
    withoutLink,
    withoutTags,
    withoutScore,
    [plain],
    { ...reportOf(41, run), file256Hash: hashOf(`${run} 41`).toUpperCase() },
    { ...reportOf(42, run), comment: 'seen twice' },
  ])
    made.push(await client.create('researcher', wrong));
  made.push(await client.create('researcher', plain), await client.create('researcher', plain));
  await client.post(researcher, '{"tags": ["rat"', 'tunnelco');
  await client.post(researcher, JSON.stringify(plain), 'tunnelco', 'text/plain');
  // A copy of another report, with all that a fetch shows.
  for (const id of [oldReport, mine[0]]) {
    const { json } = await client.fetch(researcher, id);
    const copy = { ...(json.report as object | undefined), tags: ['copied'] };
    made.push(await client.create('researcher', { ...copy, file256Hash: hashOf(`copy ${run}`) }));
    await client.fetch(researcher, id);
  }
  // The name and the first sight are the service's to give, whatever a form has in these fields.
  made.push(
    await client.create('researcher', { ...reportOf(43, run), name: 7, firstSeenID: 'none' }),
  );
  for (const id of made) if (id !== undefined) await client.fetch(researcher, id);
  // Not signed in.
  await client.post(undefined, JSON.stringify(reportOf(44, run)), 'tunnelco');
  await client.fetch(undefined, mine[0]);
  await client.fetch(researcher, undefined);
  await client.fetch(researcher, 'undefined');
  await client.delete(researcher, undefined);
  await client.fetch(
    researcher,
    hashOf(run).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
  );
  await client.create('reader', reportOf(45, run));
  await client.create('service', reportOf(46, run));
}

/** The button is there for everybody. */
async function strangers(client: OrdinaryClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    for (const role of ['otherServiceOwner', 'reader', 'analyst'] as const) {
      await client.delete(client.token(role), id);
      await client.fetch(client.token('researcher'), id);
    }
    await client.delete(undefined, id);
  }
  const [first, , last] = ids;
  await client.delete(client.token('otherResearcher'), first);
  await client.delete(client.token('researcher'), last);
  for (const id of ids) await client.fetch(client.token('researcher'), id);
}

async function deletions(
  client: OrdinaryClient,
  mine: readonly string[],
  theirs: readonly string[],
) {
  const [researcher, owner] = [client.token('researcher'), client.token('service')];
  for (const [nth, id] of mine.entries()) {
    await client.delete(nth === 3 ? owner : researcher, id);
    await client.fetch(researcher, id);
    await client.fetch(client.token('otherResearcher'), id);
    // A second click.
    await client.delete(researcher, id);
  }
  const [, second, third] = theirs;
  await client.delete(owner, second);
  await client.fetch(client.token('otherResearcher'), second);
  await client.delete(client.token('otherResearcher'), third);
  await client.fetch(client.token('otherResearcher'), third);
  // Later in the day.
  for (const id of mine) await client.fetch(researcher, id);
}

async function lookups(client: OrdinaryClient, { analyses }: Target): Promise<void> {
  const analyst = client.token('analyst');
  for (const _ of [1, 2, 3])
    for (const { sha256 = '', sha512 = '', blake3 = '' } of analyses.slice(0, 2))
      for (const hash of [sha512, blake3, sha256]) await client.lookup(analyst, hash);
  const [{ sha256 = '', sha512 = '' } = {}] = analyses;
  await client.lookup(analyst, sha256.toUpperCase());
  await client.lookup(analyst, hashOf('a file nobody has'));
  // Mistyped.
  await client.lookup(analyst, `${sha256.slice(0, -4)}beef`);
  await client.lookup(analyst, `${sha256.slice(0, 32)}${hashOf('').slice(32)}`);
  await client.lookup(analyst, `${sha512.slice(0, 64)}`);
  await client.lookup(undefined, sha256);
}

/** Analysts with few requests, who go on when none are left. */
async function usedUp(client: OrdinaryClient, { analyses }: Target): Promise<void> {
  const [one, other] = analyses;
  const nobodys = hashOf('a file nobody has');
  const asked = [
    [one?.sha256, one?.sha256, nobodys, one?.sha512, one?.sha256, other?.sha512, one?.sha256],
    [
      nobodys,
      nobodys,
      one?.sha512,
      nobodys,
      nobodys,
      one?.sha512,
      one?.sha256,
      one?.sha512,
      one?.sha256,
    ],
  ];
  for (const [nth, hashes] of asked.entries())
    for (const hash of hashes) await client.lookup(client.limited(nth), hash ?? '');
}
