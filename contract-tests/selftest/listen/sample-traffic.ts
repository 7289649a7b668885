import type { Target } from '../../index.ts';
import type { SampleClient, SampleRole } from './sample-client.ts';
import { sampleHash, sampleReport, seededReportId } from './sample-reports.ts';

/** About 200 calls: a working day of researchers, owners and analysts. */
export async function sampleTraffic(client: SampleClient, target: Target): Promise<void> {
  const run = String(performance.now());
  const mine: string[] = [];
  for (let nth = 0; nth < 12; nth += 1) {
    const id = await client.create('researcher', sampleReport(nth, run));
    if (id !== undefined) mine.push(id);
  }
  const theirs: string[] = [];
  for (let nth = 12; nth < 15; nth += 1) {
    const tags = nth === 13 ? [] : ['worm'];
    const id = await client.create('otherResearcher', { ...sampleReport(nth, run), tags });
    if (id !== undefined) theirs.push(id);
  }
  await look(client, mine, ['researcher']);
  await look(client, theirs, ['otherResearcher', 'researcher']);
  await look(client, mine.slice(0, 4), ['otherResearcher', 'reader', 'service', 'researcher']);
  await inTheOtherFeed(client, run);
  await together(client, run);
  await mistakes(client, run, mine, theirs);
  await strangers(client, [...mine.slice(7, 9), ...theirs.slice(0, 1)]);
  await alsoReported(client, run, theirs[0]);
  await deletions(client, [...mine.slice(0, 4), ...mine.slice(9, 11)], theirs);
  await lookups(client, target);
  await usedUp(client, target);
  await look(client, mine.slice(4), ['researcher']);
  await endOfTheDay(client, run, target);
}

async function endOfTheDay(client: SampleClient, run: string, { analyses }: Target) {
  await client.create('researcher', sampleReport(60, run));
  await client.create('otherResearcher', sampleReport(61, run));
  for (const role of ['service', 'otherServiceOwner'] as const)
    await client.lookup(client.token(role), analyses[0]?.sha256 ?? '');
}

/** The same file, reported by another researcher, who then tries to delete the first report. */
async function alsoReported(client: SampleClient, run: string, theirs: string | undefined) {
  const { file256Hash } = sampleReport(12, run);
  await client.create('researcher', { ...sampleReport(50, run), file256Hash });
  await client.delete(client.token('researcher'), theirs);
  await client.fetch(client.token('researcher'), theirs);
}

async function look(client: SampleClient, ids: readonly string[], roles: readonly SampleRole[]) {
  for (const id of ids) for (const role of roles) await client.fetch(client.token(role), id);
}

async function inTheOtherFeed(client: SampleClient, run: string): Promise<void> {
  for (let nth = 20; nth < 23; nth += 1) {
    const id = await client.create('researcher', sampleReport(nth, run), 'dyndnsco');
    await client.fetch(client.token('researcher'), id, 'dyndnsco');
    await client.fetch(client.token('otherServiceOwner'), id, 'dyndnsco');
    // A bookmark with the wrong feed.
    await client.fetch(client.token('researcher'), id, 'tunnelco');
    if (nth === 21)
      for (const role of ['service', 'reader'] as const)
        await client.delete(client.token(role), id, 'dyndnsco');
    if (nth === 20) await client.delete(client.token('otherServiceOwner'), id, 'dyndnsco');
    if (nth === 20) await client.fetch(client.token('researcher'), id, 'dyndnsco');
  }
}

/** A batch, sent concurrently. */
async function together(client: SampleClient, run: string): Promise<void> {
  const batch = Array.from({ length: 5 }, (_, nth) => sampleReport(30 + nth, run));
  const ids = await Promise.all(batch.map((report) => client.create('researcher', report)));
  await Promise.all(ids.map((id) => client.fetch(client.token('researcher'), id)));
}

/** Mistakes of forms and scripts. */
async function mistakes(
  client: SampleClient,
  run: string,
  mine: readonly string[],
  theirs: readonly string[],
) {
  const researcher = client.token('researcher');
  const plain = sampleReport(40, run);
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
    { ...sampleReport(41, run), file256Hash: sampleHash(`${run} 41`).toUpperCase() },
    { ...sampleReport(42, run), comment: 'seen twice' },
  ])
    made.push(await client.create('researcher', wrong));
  made.push(await client.create('researcher', plain), await client.create('researcher', plain));
  await client.post(researcher, '{"tags": ["rat"', 'tunnelco');
  await client.post(researcher, JSON.stringify(plain), 'tunnelco', 'text/plain');
  // A copy of another report, with all fields of a fetch.
  for (const id of [seededReportId, mine[0], theirs[2]]) {
    const { json } = await client.fetch(researcher, id);
    const copy = { ...(json.report as object | undefined), tags: ['copied'] };
    made.push(
      await client.create('researcher', { ...copy, file256Hash: sampleHash(`copy ${run} ${id}`) }),
    );
    await client.fetch(researcher, id);
  }
  // The service sets name and firstSeenID, whatever a form sends in these fields.
  made.push(
    await client.create('researcher', { ...sampleReport(43, run), name: 7, firstSeenID: 'none' }),
  );
  for (const id of made) if (id !== undefined) await client.fetch(researcher, id);
  // Not signed in.
  await client.post(undefined, JSON.stringify(sampleReport(44, run)), 'tunnelco');
  await client.fetch(undefined, mine[0]);
  await client.fetch(researcher, undefined);
  await client.fetch(researcher, 'undefined');
  await client.delete(researcher, undefined);
  await client.fetch(
    researcher,
    sampleHash(run).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
  );
  await client.create('reader', sampleReport(45, run));
  await client.create('service', sampleReport(46, run));
  await client.create('otherServiceOwner', sampleReport(47, run));
  await client.post(client.token('reader'), JSON.stringify(sampleReport(48, run)), 'dyndnsco');
}

/** Callers without permission try to delete. */
async function strangers(client: SampleClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    for (const role of ['otherServiceOwner', 'reader', 'analyst'] as const) {
      await client.delete(client.token(role), id);
      await client.fetch(client.token('researcher'), id);
    }
    await client.delete(undefined, id);
  }
  const [first, , last] = ids;
  for (const _ of [1, 2, 3]) await client.delete(client.token('otherResearcher'), first);
  await client.delete(client.token('researcher'), last);
  for (const id of ids) await client.fetch(client.token('researcher'), id);
}

async function deletions(client: SampleClient, mine: readonly string[], theirs: readonly string[]) {
  const [researcher, owner] = [client.token('researcher'), client.token('service')];
  for (const [nth, id] of mine.entries()) {
    await client.delete(nth === 3 ? owner : researcher, id);
    await client.fetch(researcher, id);
    await client.fetch(client.token('otherResearcher'), id);
    // A double click.
    await client.delete(researcher, id);
  }
  const [, second, third] = theirs;
  await client.delete(owner, second);
  await client.fetch(client.token('otherResearcher'), second);
  await client.delete(client.token('otherResearcher'), third);
  await client.fetch(client.token('otherResearcher'), third);
  await client.fetch(researcher, mine[0], 'dyndnsco');
  // Later that day.
  for (const id of mine) await client.fetch(researcher, id);
}

async function lookups(client: SampleClient, { analyses }: Target): Promise<void> {
  const analyst = client.token('analyst');
  for (const _ of [1, 2, 3])
    for (const { sha256 = '', sha512 = '', blake3 = '' } of analyses.slice(0, 2))
      for (const hash of [sha512, blake3, sha256]) await client.lookup(analyst, hash);
  const [{ sha256 = '', sha512 = '' } = {}] = analyses;
  await client.lookup(analyst, sha256.toUpperCase());
  await client.lookup(analyst, sampleHash('a file nobody has'));
  // Mistyped hashes.
  await client.lookup(analyst, `${sha256.slice(0, -4)}beef`);
  await client.lookup(analyst, `${sha256.slice(0, 32)}${sampleHash('').slice(32)}`);
  await client.lookup(analyst, `${sha512.slice(0, 64)}`);
  await client.lookup(undefined, sha256);
}

/** Analysts with few requests, who continue when none are left. */
async function usedUp(client: SampleClient, { analyses }: Target): Promise<void> {
  const [one, other] = analyses;
  const unknown = sampleHash('a file nobody has');
  const asked = [
    [one?.sha256, one?.sha256, unknown, one?.sha512, one?.sha256, other?.sha512, one?.sha256],
    [
      unknown,
      unknown + unknown,
      one?.sha512,
      unknown,
      unknown,
      one?.sha512,
      one?.sha256,
      one?.sha512,
      one?.sha256,
    ],
  ];
  for (const [nth, hashes] of asked.entries())
    for (const hash of hashes) await client.lookup(client.limited(nth), hash ?? '');
}
