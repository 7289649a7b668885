import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTarget } from '../../../contract-tests/index.ts';
import { startServer } from '../../index.ts';
import { decodedText } from '../../traffic/readings.ts';
import { layers, spellings } from '../../traffic/spellings.test.support.ts';
import { example, type Passed, passing, ran, targetFile } from './verify.test.support.ts';

function jsonOr(text: string): string {
  try {
    return JSON.parse(`"${text}"`) && text;
  } catch {
    return JSON.stringify(text).slice(1, -1);
  }
}

/** Repeats secrets wherever a server could leak them, and misspells a flag so that it is judged for it. */
function telltale(answer: Passed, told: string, isPage: boolean): Passed {
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'x-caller': encodeURIComponent(told),
      'set-cookie': [`t=${encodeURIComponent(told)}`],
      ...(isPage && { 'content-type': 'text/html' }),
    },
    body: isPage
      ? `<p>${told}</p>`
      : answer.body
          .replace('"success":', '"succesful":')
          .replace('"error":"', `"${jsonOr(told)}":1,"error":"<b>${jsonOr(told)}</b> ]]> \\u0001 `),
  };
}

test('no secret is in any report, though the server repeats all tokens in all spellings', async () => {
  await using server = await startServer();
  const { limited, ...single } = readTarget(example, { env: {}, cwd: '/' }).tokens;
  const seeded = [...Object.values(single), ...limited.map(({ token }) => token)];
  const ours = seeded.map((_, nth) => `s3C7\\%41&${nth}+/=x`);
  const chosen = fc.sample(
    fc.tuple(
      fc.constantFrom(...spellings),
      fc.array(fc.constantFrom(...layers), { maxLength: 1 }),
      fc.boolean(),
    ),
    { seed: 1, numRuns: 500 },
  );
  let answers = 0;
  const baseUrl = await passing(server.baseUrl, {
    instead: ({ headers }) => {
      const known = ours.indexOf(headers.authorization ?? '');
      if (known >= 0) headers.authorization = seeded[known] ?? '';
      return undefined;
    },
    alter: (answer) => {
      answers += 1;
      const [spelled, around, isPage] = chosen[answers % chosen.length] as (typeof chosen)[number];
      const some = ours.filter((_, nth) => (answers + nth) % 3 === 0);
      const told = some.map((one) => [...one].map(spelled).join('')).join(' ');
      const text = around.reduce((inner, layer) => layer(inner), told);
      return telltale(answer, text, isPage && answer.status >= 400);
    },
  });
  const target = targetFile({ baseUrl }, (text) =>
    ours.reduce(
      (rest, own, nth) =>
        rest.replace(new RegExp(`${seeded[nth]}\\b(?!-)`), () => JSON.stringify(own)),
      text,
    ),
  );
  const env: { [name: string]: string } = { GITHUB_ACTIONS: 'true' };
  const reports = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html', '--repro', 'again'];
  const only = ['--only', 'delete/flag-is-success,delete/error-present'];
  const { printed, folder } = await ran(['--target', target, ...only, ...reports, '--verbose'], {
    env,
    onFolder: (path) => {
      env.GITHUB_STEP_SUMMARY = join(path, 'summary');
      env.GITHUB_OUTPUT = join(path, 'outputs');
    },
  });
  expect(printed).toContain('VIOLATES');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const text of [printed, ...files.map((path) => readFileSync(path, 'utf8'))])
    expect(decodedText(text).toLowerCase()).not.toContain('s3c7');
});
