import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { extent, sampled } from '../../src/repository/test-settings.test.support.ts';
import { relations, whoMay } from '../../src/spec/who-may.ts';
import { folderWith } from '../../src/values/folder-with.test.support.ts';
import { judgeTarget } from '../index.ts';
import { countClauses } from '../service/model/counts/counting-servers.ts';
import { readTarget } from '../service/target/target-file.ts';
import { type Layer, requestOf } from './realistic/front.ts';
import { by, isKnownToken, researcher } from './realistic/layers.ts';
import { referenceFile } from './seeded-target.ts';
import { withServer } from './trial.ts';

const mistakes: { readonly [what: string]: Mistake } = {
  'a researcher as reader': {
    change: (text) =>
      text
        .replace(/\n {2}otherResearcher: .*/, '')
        .replace('reader: token-reader', 'reader: token-researcher-2'),
    clauses: ['create/researchers-only'],
    says: 'tokens.reader is a researcher after all',
    line: 'reader: token-researcher-2',
  },
  'a statement about a researcher': {
    change: (text) => text.replace('analyst: { researcher: true', 'analyst: { researcher: false'),
    clauses: ['create/researchers-only'],
    says: 'tokens.analyst is a researcher after all',
    line: 'analyst: { researcher: false',
  },
  'the owner of another feed as owner': {
    change: (text) =>
      text
        .replace(/\n {2}otherServiceOwner: .*/g, '')
        .replace('service: token-owner-tunnelco', 'service: token-owner-dyndnsco'),
    clauses: ['delete/owner-may-delete-any'],
    says: 'tokens.service does not own tunnelco',
    line: 'service: token-owner-dyndnsco',
  },
  'a researcher as owner': {
    change: (text) => text.replace('service: token-owner-tunnelco', 'service: token-researcher-2'),
    clauses: ['delete/owner-may-delete-any'],
    says: 'tokens.service does not own tunnelco',
    line: 'service: token-researcher-2',
  },
  'the owner as a reader': {
    change: (text) =>
      text
        .replace(/\n {2}service: token.*/, '')
        .replace(/\n {2}service: \{.*/, '')
        .replace('reader: token-reader', 'reader: token-owner-tunnelco'),
    clauses: ['delete/reader-may-not'],
    says: 'tokens.reader owns tunnelco after all',
    // Whoever has a role that may delete does, too.
    orSays: whoMay('delete')
      .any.filter((one) => !Object.hasOwn(relations, one))
      .map((role) => `tokens.reader is a ${role} after all`),
    line: 'reader: token-owner-tunnelco',
  },
  'more requests left than said': {
    change: (text) => text.replace('limited-2, remaining: 6', 'limited-2, remaining: 5'),
    clauses: countClauses,
    says: 'tokens.limited[1] had 6 left',
    line: 'limited-2, remaining: 5',
  },
  'fewer requests left than said': {
    change: (text) => text.replace('limited-2, remaining: 6', 'limited-2, remaining: 7'),
    clauses: countClauses,
    says: 'tokens.limited[1] had 6 left',
    line: 'limited-2, remaining: 7',
  },
  'far more requests left than said': {
    change: (text) => text.replace('limited-2, remaining: 6', 'limited-2, remaining: 0'),
    clauses: countClauses,
    says: 'tokens.limited[1] had 1 or more left',
    line: 'limited-2, remaining: 0',
  },
  'a file with an analysis as unknown': {
    change: (text) =>
      text
        .replace(/\n {2}- sha256: \w+ # noise-scratched.bin(?:\n {4}\w+: .*)*/, '')
        .replace(
          /unknownHash: .*/,
          'unknownHash: 2ca197665ab0e008ce48699964b844ee0e2596f8be510ecd3456e10e22b39fbe',
        ),
    clauses: ['lookup/unknown-hash-finds-nothing'],
    says: 'unknownHash has an analysis after all',
    line: 'unknownHash: 2ca1',
  },
  'a hash of another kind': {
    change: (text) =>
      text.replace(/- sha256: (\w+) # say-words.sh(?:\n {4}\w+: .*)*/, '- blake3: $1'),
    clauses: ['lookup/states-its-hashes'],
    says: 'analyses[0].blake3 is not the blake3 of that file',
    line: 'blake3: d3375bdd',
  },
};

interface Mistake {
  readonly change: (text: string) => string;
  readonly clauses: readonly string[];
  readonly says: string;
  /** What explains it as well; the first explanation is told. */
  readonly orSays?: readonly string[];
  /** The text of the wrong line. */
  readonly line: string;
}

/** The causes that are found with a changed target file, of which mine.yaml:N is a line. */
async function causesWith(
  { change, clauses }: Pick<Mistake, 'change' | 'clauses'>,
  layers: readonly Layer[] = [],
) {
  const text = change(readFileSync(referenceFile, 'utf8'));
  const cwd = folderWith({ 'mine.yaml': text });
  const { causes } = await withServer({ layers }, (at) =>
    judgeTarget(readTarget('mine.yaml', { env: {}, cwd, at }), { only: clauses }),
  );
  const lineOf = (line: string) => text.split('\n').findIndex((one) => one.includes(line)) + 1;
  return { causes, lineOf };
}

test.concurrent.each(sampled(Object.entries(mistakes), 5))(
  '%s: the cause names the line of the target file',
  async (_what, mistake) => {
    const { causes, lineOf } = await causesWith(mistake);
    const { says, orSays = [], line } = mistake;
    const explanations = [says, ...orSays].map((one) => `${one}: mine.yaml:${lineOf(line)}`);
    expect(causes.map(({ doubts }) => doubts)).toEqual([[expect.toBeOneOf(explanations)]]);
  },
);

test.concurrent('two wrong counts: the cause names both lines', async () => {
  const change: Mistake['change'] = (text) =>
    text
      .replace('limited-1, remaining: 4', 'limited-1, remaining: 3')
      .replace('limited-2, remaining: 6', 'limited-2, remaining: 5');
  const { causes, lineOf } = await causesWith({ change, clauses: countClauses });
  const first = `tokens.limited[0] had 4 left: mine.yaml:${lineOf('limited-1,')}`;
  const second = `tokens.limited[1] had 6 left: mine.yaml:${lineOf('limited-2,')}`;
  expect(causes.map(({ doubts }) => doubts)).toEqual([[`${first}, and ${second}`]]);
});

test.runIf(extent !== 'quick')(
  'two wrong statements about researchers: the cause names both lines',
  async () => {
    const change: Mistake['change'] = (text) =>
      text
        .replace(/\n {2}otherResearcher: .*/, '')
        .replace('reader: token-reader', 'reader: token-researcher-2')
        .replace('analyst: { researcher: true', 'analyst: { researcher: false');
    const { causes } = await causesWith({ change, clauses: ['create/researchers-only'] });
    expect(causes.map(({ doubts }) => doubts)).toEqual([
      [expect.stringMatching(/is a researcher after all: mine\.yaml:\d+, and .*: mine\.yaml:\d+$/)],
    ]);
  },
);

test.runIf(extent !== 'quick')(
  'two names of one feed: the cause names the line of the second',
  async () => {
    const alias: Layer = () => (asked, next) =>
      next(requestOf({ ...asked, url: asked.url.replace('/tunnel-co/', '/tunnelco/') }));
    const change: Mistake['change'] = (text) =>
      text
        .replace('otherService: dyndnsco', 'otherService: tunnel-co')
        .replace(/\n {2}otherServiceOwner: .*/g, '');
    const { causes, lineOf } = await causesWith({ change, clauses: ['fetch/own-feed-only'] }, [
      alias,
    ]);
    expect(causes.map(({ doubts }) => doubts)).toEqual([
      [`tunnel-co and tunnelco are names of one feed: mine.yaml:${lineOf('otherService:')}`],
    ]);
  },
);

test.concurrent('a server that lets several callers create is not explained by one line', async () => {
  const everybody: Layer = () => (asked, next) =>
    next(asked.operation === 'create' && isKnownToken(asked.token) ? by(asked, researcher) : asked);
  const clauses = ['create/researchers-only'];
  const { causes } = await causesWith({ change: (text) => text, clauses }, [everybody]);
  expect(causes.map(({ clause, doubts }) => ({ clause, doubts }))).toEqual([
    { clause: 'create/researchers-only', doubts: [] },
  ]);
});
