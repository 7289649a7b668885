import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { blake3 } from '@noble/hashes/blake3.js';
import { expect, test } from 'vitest';
import { readSeed } from '../src/seed/seed.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const { contents, notes } = readSeed(folder);
const { analyses, callers, reports, services } = contents;

function onDisk(name: string) {
  return readFileSync(`${folder}samples/${name}`);
}

test('there are eight analyses or more, each of a sample, and no other samples', () => {
  const names = readdirSync(`${folder}samples`).filter((name) => !name.startsWith('.'));
  expect(analyses.length).toBeGreaterThanOrEqual(8);
  expect(names.sort()).toEqual(analyses.map(({ fileName }) => fileName).sort());
});

test.each(analyses.map((analysis) => [analysis.fileName, analysis] as const))(
  '%s has the size and the hashes of its analysis',
  (name, analysis) => {
    const bytes = onDisk(name);
    const digest = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
    expect(analysis).toMatchObject({
      sizeInBytes: bytes.length,
      mD5Hash: digest('md5'),
      sha1Hash: digest('sha1'),
      sha256Hash: digest('sha256'),
      sha512Hash: digest('sha512'),
      blake3Hash: Buffer.from(blake3(bytes)).toString('hex'),
    });
    expect(bytes.length).toBeGreaterThan(1024);
    expect(bytes.length).toBeLessThan(12 * 1024);
  },
);

test('the analyses vary', () => {
  const families = analyses.map(({ configs }) => Object.keys(configs).length);
  expect(analyses.some(({ tags }, index) => tags.length === 0 && families[index] === 0)).toBe(true);
  expect(Math.max(...families)).toBeGreaterThan(1);
  const heats = analyses.flatMap(({ tags }) => tags.map(({ heat }) => heat));
  expect(heats.filter((heat) => heat < 1 || heat > 10)).toEqual([]);
});

test.each(services)('the feed %s has two reports or more', (service) => {
  expect(reports.filter((report) => report.service === service).length).toBeGreaterThanOrEqual(2);
});

test.each(reports.map((report) => [report.id, report] as const))(
  'report %s is about an analysed file, and named and linked by the rules',
  (_, report) => {
    const alike = reports.filter(
      ({ service, file256Hash }) =>
        service === report.service && file256Hash === report.file256Hash,
    );
    expect(analyses.map(({ sha256Hash }) => sha256Hash)).toContain(report.file256Hash);
    expect(report.firstSeenID).toBe(alike[0]?.id);
    expect(report.name).toBe(report.tags[0]);
    expect(report.referenceLink).toBe(`https://results.example/${report.file256Hash}`);
  },
);

test('two reports in one feed share a file', () => {
  expect(reports.some(({ id, firstSeenID }) => id !== firstSeenID)).toBe(true);
});

/** RFC 5737, RFC 3849, RFC 2606. */
const reserved =
  /^(192\.0\.2\.\d+|198\.51\.100\.\d+|203\.0\.113\.\d+|\[2001:db8:[0-9a-f:]*\]|(.+\.)?(example|test|example\.(com|net|org)))$/;

test('addresses and links lead nowhere: they are reserved for documentation', () => {
  const everything = JSON.stringify([analyses, reports]);
  const links = everything.match(/https?:\/\/[^"]+/g) ?? [];
  const hosts = [
    ...reports.map(({ c2Address }) => c2Address.replace(/:\d+$/, '')),
    ...links.map((link) => new URL(link).hostname),
    ...[...everything.matchAll(/"([^"\s/]*[^"\s/:\d][^"\s/]*):\d{1,5}"/g)].map(([, host]) => host),
    ...(everything.match(/\b\d+\.\d+\.\d+\.\d+\b/g) ?? []),
    ...(onDisk('access.log').toString().match(/^\S+/gm) ?? []),
  ];
  expect(hosts.length).toBeGreaterThan(reports.length + links.length);
  expect(hosts.filter((host) => !reserved.test(host as string))).toEqual([]);
});

test.each([
  ['token-researcher-1', { roles: ['researcher'] }],
  ['token-researcher-2', { roles: ['researcher'] }],
  ['token-owner-tunnelco', { roles: [], owns: 'tunnelco' }],
  ['token-owner-dyndnsco', { roles: [], owns: 'dyndnsco' }],
  ['token-owner-pasteco', { roles: [], owns: 'pasteco' }],
  ['token-reader', { roles: [] }],
  ['token-analyst', { roles: ['researcher'], requests: 2000 }],
  ['token-analyst-limited-1', { roles: ['researcher'], requests: 4 }],
  ['token-analyst-limited-2', { roles: ['researcher'], requests: 6 }],
  ['token-analyst-limited-3', { roles: ['researcher'], requests: 8 }],
  ['token-analyst-empty', { roles: ['researcher'], requests: 0 }],
])('%s stays what clients rely on, and has a note', (token, expected) => {
  const caller = callers.find((each) => each.token === token);
  expect(caller).toEqual({
    id: token.replace('token-', ''),
    name: caller?.name,
    token,
    ...expected,
  });
  expect(notes[caller?.id as string]).toMatch(/^[A-Z].*\.$/);
});
