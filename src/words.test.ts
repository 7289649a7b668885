import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from './markdown.test.support.ts';
import { packageRoot } from './spec/package-root.ts';

/** Words that users of other tools would not expect, and the usual ones. An answer is that to an open point. */
const unusual: readonly (readonly [words: RegExp, usual: string])[] = [
  [/(?<![-/."=_$`])\bcalls?\b(?![-(:])/i, 'request, lookup; or: to send a request'],
  [/\b(un)?answer(ed|ing)\b(?!\()/i, 'got a response, responded'],
  [
    /\bno answer (came|in|that|to|from)\b|\b(server|target|API) (does|did) not answer\b|nobody answers/i,
    'no response, to respond',
  ],
  [/\banswers? (with )?`?\d/i, 'responds with'],
  [
    /\b(an|the|its|every|each|that|last|compressed) answers? (is|was|took|cannot|shows|names|waits|never|came|comes)\b/i,
    'response',
  ],
  [/\banswers? to (a|the|every) (create|fetch|delete|deletion|lookup|request)/i, 'response to'],
  [/\b(shown|show it|shows it|seen) again\b/i, 'reproduced'],
  [/\bmend(s|ed|ing)?\b/i, 'fixed'],
  [/\b(is|are|not) well\b(?!-)/i, 'healthy'],
  [/\bcircumstances?\b/i, 'environment, conditions'],
  [/\bbesides\b/i, 'also, in addition to, except'],
];

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');

const filesIn = (folder: string, names: RegExp): string[] =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => names.test(path));

/** String literals with a blank in them: what is printed, sent or shown. */
const literals = (source: string): string[] =>
  source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*| \/\/ .*/gm, '')
    .replace(/\$\{[^{}`]*\}/g, '…')
    .match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)
    ?.filter((text) => text.includes(' ')) ?? [];

const sources = ['src', 'contract-tests']
  .flatMap((folder) => filesIn(folder, /\.(ts|cjs|html)$/))
  .filter((path) => !/\.test\.|\.generated\.|\/selftest\/|\/recipes\//.test(path));

/** Prose only: programs and what they print have tests of their own. */
const prose = (text: string): string => text.replace(/```[\s\S]*?```/g, '');

const documents = [
  ...['openapi.yaml', 'src/admin/admin.openapi.yaml', 'contract-tests/clauses.yaml'],
  ...['contract-tests/targets/reference.yaml', 'action.yml'],
];

const texts: { path: string; text: string }[] = [
  ...pages()
    .filter(({ path }) => !/^docs\/decisions|^CONTRIBUTING/.test(path))
    .map(({ path, text }) => ({ path, text: prose(text) })),
  ...documents.map((path) => ({ path, text: read(path) })),
  ...sources.flatMap((path) => {
    const text = read(path);
    if (path.endsWith('.html')) return [{ path, text }];
    return literals(text).map((one) => ({ path, text: one }));
  }),
];

test.each(unusual)('%s has a usual word: %s', (words) => {
  expect(sources.length).toBeGreaterThan(300);
  const found = texts.flatMap(({ path, text }) => {
    const at = text.search(words);
    return at < 0 ? [] : [`${path}: ${text.slice(Math.max(0, at - 40), at + 40)}`];
  });
  expect(found).toEqual([]);
});
