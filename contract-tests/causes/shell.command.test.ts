import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asCaller } from './as-caller.ts';
import { functions } from './shell.ts';

const fakeCurl = '#!/bin/sh\nprintf "%s\\n" "$@" > args; cat > input; printf "{}\\n200 json"\n';

test.each([
  ['tokens.researcher', 'Authorization: Bearer s3cret $x\n'],
  ['lengthened token', 'Authorization: Bearer s3cret $x-b1946ac92492d2347c6235b4d2611184\n'],
  ['nobody', '\n'],
])('a script hands the token of %s over where no list of processes shows it', (caller, handed) => {
  const cwd = mkdtempSync(join(tmpdir(), 'script-'));
  writeFileSync(join(cwd, 'curl'), fakeCurl, { mode: 0o755 });
  const { before, options } = asCaller(caller, 'fetch');
  const call = `ask GET http://localhost/ ${options} --data-binary '{"a": "b c"}'`;
  const env = {
    PATH: `${cwd}:${process.env.PATH}`,
    ABUSE_FEED_TOKEN_RESEARCHER: 'Bearer s3cret $x',
  };
  const { status } = spawnSync('sh', ['-c', [...functions, ...before, call].join('\n')], {
    cwd,
    env,
  });
  expect(status).toBe(0);
  const args = readFileSync(join(cwd, 'args'), 'utf8');
  expect(args).not.toContain('s3cret');
  expect(args).toContain('\n--data-binary\n{"a": "b c"}\n');
  expect(readFileSync(join(cwd, 'input'), 'utf8')).toBe(handed);
});
