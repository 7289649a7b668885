import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** `npm run lint`: all of these. `npm run lint -- patterns 2/6`: one of them, with more arguments. */
const parts: { readonly [name: string]: readonly string[] } = {
  style: ['biome', 'check', '.'],
  unused: ['knip', '--treat-config-hints-as-errors'],
  patterns: ['tsx', 'lint/linear-patterns.ts'],
  contract: ['redocly', 'lint', 'openapi.yaml', 'src/admin/admin.openapi.yaml'],
};

const hints: { readonly [name: string]: string } = {
  unused:
    'Nothing uses these: remove them, or only the word export. A file that is started by its path is an entry of knip.json.',
};

const env = {
  ...process.env,
  PATH: [join('node_modules', '.bin'), process.env.PATH].join(delimiter),
  RECHECK_BACKEND: 'pure',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

const [asked, ...more] = process.argv.slice(2);
if (asked !== undefined && !Object.hasOwn(parts, asked)) {
  process.stderr.write(`There is no part "${asked}", only ${Object.keys(parts).join(', ')}.\n`);
  process.exit(2);
}
for (const name of asked === undefined ? Object.keys(parts) : [asked]) {
  const [program = '', ...args] = parts[name] ?? [];
  const { status } = spawnSync(program, [...args, ...more], { env, stdio: 'inherit' });
  if (status === 0) continue;
  process.stderr.write(`lint: ${name} found something. ${hints[name] ?? ''}\n`);
  process.exitCode = 1;
}
