import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sampled } from '../../src/repository/test-settings.test.support.ts';
import { folderWith } from '../../src/values/folder-with.test.support.ts';
import { judgeTarget } from '../index.ts';
import { countClauses } from '../service/model/counts/counting-servers.ts';
import { readTarget } from '../service/target/target-file.ts';
import { referenceFile } from './seeded-target.ts';
import { withServer } from './trial.ts';

interface Mistake {
  readonly change: (text: string) => string;
  readonly clauses: readonly string[];
  /** Of whom something wrong is said. */
  readonly callers: readonly string[];
}

const mistakes: { readonly [what: string]: Mistake } = {
  'a researcher as reader': {
    change: (text) =>
      text
        .replace(/\n {2}otherResearcher: .*/, '')
        .replace('reader: token-reader', 'reader: token-researcher-2'),
    clauses: ['create/researchers-only'],
    callers: ['tokens.reader'],
  },
  'a statement about a researcher': {
    change: (text) => text.replace('analyst: { researcher: true', 'analyst: { researcher: false'),
    clauses: ['create/researchers-only'],
    callers: ['tokens.analyst'],
  },
  'the owner of another feed as owner': {
    change: (text) =>
      text
        .replace(/\n {2}otherServiceOwner: .*/g, '')
        .replace('service: token-owner-tunnelco', 'service: token-owner-dyndnsco'),
    clauses: ['delete/owner-may-delete-any'],
    callers: ['tokens.service'],
  },
  'the owner as a reader': {
    change: (text) =>
      text
        .replace(/\n {2}service: token.*/, '')
        .replace(/\n {2}service: \{.*/, '')
        .replace('reader: token-reader', 'reader: token-owner-tunnelco'),
    clauses: ['delete/reader-may-not'],
    callers: ['tokens.reader'],
  },
  'more requests left than said': {
    change: (text) => text.replace('limited-2, remaining: 6', 'limited-2, remaining: 4'),
    clauses: countClauses,
    callers: ['tokens.limited[1]'],
  },
  'fewer requests left than said': {
    change: (text) => text.replace('limited-2, remaining: 6', 'limited-2, remaining: 7'),
    clauses: countClauses,
    callers: ['tokens.limited[1]'],
  },
};

test.concurrent.each(sampled(Object.entries(mistakes), 4))(
  '%s: the cause names the token that the target file may be wrong about',
  async (_what, { change, clauses, callers }) => {
    const text = change(readFileSync(referenceFile, 'utf8'));
    const cwd = folderWith({ 'mine.yaml': text });
    const { causes } = await withServer({}, (at) =>
      judgeTarget(readTarget('mine.yaml', { env: {}, cwd, at }), { only: clauses }),
    );
    expect(causes.map(({ doubts }) => doubts)).toEqual([
      callers.map((key) => `${key} is as the target file says`),
    ]);
  },
);
