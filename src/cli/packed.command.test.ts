import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { site } from '../docs/site.ts';
import { startServer } from '../index.ts';
import { extent } from '../repository/test-settings.test.support.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { packageRoot } from '../values/package-root.ts';

// It builds, packs and installs from the registry, which is too much where nobody asked for everything.
const asked = extent === 'all';

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** What may be in the package. Anything else is a mistake in `files` or in the build. */
const needed = [
  /^(package\.json|LICENSE|(README|CHANGELOG|CONTRIBUTING|LICENCES|SECURITY|docs\/[a-z-]+)\.md|docs\/[a-z-]+\.(png|svg)|openapi\.yaml)$/,
  /^seed-data\/(services|callers|analyses|reports)\.yaml$/,
  /^dist\/(src\/(index|cli\/main)|contract-tests\/verify|parts\/[\w-]+)\.js$/,
  /^(dist\/(index|verify)\.(cjs|d\.cts|d\.ts)|src\/cli\/(abuse-feed|node-version|start)\.cjs)$/,
  /^src\/admin\/admin\.openapi\.yaml$/,
  /^src\/.+\/page\/[a-z-]+\.(css|html)$/,
  /^(dist\/pages\/(console|docs)|src\/pages\/page\/(theme|report))\.js$/,
  /^dist\/prepared\/(openapi|seed)\.json$/,
  /^dist\/docs\/(\.abuse-feed-docs|[a-z]+\.(html|css|js|yaml|json))$/,
  /^contract-tests\/clauses\.yaml$/,
  /^contract-tests\/targets\/.+\.yaml$/,
];

test('nothing is run where the package is installed, of which npm would warn', () => {
  const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const installing = /^(pre|post)?(install|prepare)$|^prepublish$/;
  expect(Object.keys(scripts).filter((name) => installing.test(name))).toEqual([]);
});

test.runIf(asked)(
  'the packed package holds what is needed and serves in an empty folder',
  async () => {
    const folder = folderWith();
    // By hand, since what scripts print would stand before the JSON.
    npm(packageRoot, 'run', 'prepack');
    const packed = npm(
      packageRoot,
      'pack',
      '--json',
      '--ignore-scripts',
      '--pack-destination',
      folder,
    );
    const [tarball] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
    const paths = tarball.files.map(({ path }) => path);
    expect(paths.filter((path) => !needed.some((form) => form.test(path)))).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'LICENCES.md',
        'openapi.yaml',
        'seed-data/callers.yaml',
        'dist/docs/specification.html',
        'dist/pages/console.js',
        'docs/who-talks-to-whom.svg',
        'README.md',
        'CONTRIBUTING.md',
        'docs/serve.md',
        'docs/verify.md',
      ]),
    );

    const rehearsal = npm(packageRoot, 'publish', '--dry-run', '--json', '--ignore-scripts');
    expect(rehearsal).toContain('"id": "abuse-feed-kit@');

    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    npm(folder, 'i', `./${tarball.filename}`, '--omit=dev', '--no-audit', '--no-fund');
    await serves(folder);
    await verifies(folder);
    documents(folder);
    embeds(folder);
    hasItsClassesOnce(folder);
  },
);

async function serves(folder: string): Promise<void> {
  const args = ['--no-install', 'abuse-feed', 'serve', '--port', '0', '--memory'];
  // A group of its own: npx does not hand signals on to what it starts.
  const child = spawn('npx', args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text;
    if (output.includes('Ready on')) break;
  }
  const [, link = '', token = ''] = /curl '([^']+)' -H 'Authorization: ([^']+)'/.exec(output) ?? [];
  const answer = await fetch(link, { headers: { Authorization: token } });
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 200,
    body: { successful: true },
  });
  process.kill(-(child.pid as number), 'SIGTERM');
  await exited;
}

/** With no target, and with a target file in a folder that holds nothing else. */
async function verifies(folder: string): Promise<void> {
  const command = join(folder, 'node_modules/.bin/abuse-feed');
  const run = (cwd: string, ...args: string[]) =>
    promisify(execFile)(command, ['verify', ...args], { cwd });
  expect((await run(folder)).stdout).toContain('CONFORMS');

  const shipped = join(folder, 'node_modules/abuse-feed-kit/contract-tests/targets/reference.yaml');
  await using server = await startServer();
  const text = readFileSync(shipped, 'utf8').replaceAll('http://127.0.0.1:4010', server.baseUrl);
  const alone = folderWith({ 'mine.yaml': text });
  const { stdout } = await run(alone, '--target', 'mine.yaml', '--html', 'report.html');
  expect(stdout).toContain('CONFORMS');
  expect(readdirSync(alone).sort()).toEqual(['mine.yaml', 'report.html']);
}

function documents(folder: string): void {
  const command = join(folder, 'node_modules/.bin/abuse-feed');
  execFileSync(command, ['docs', '--out', 'site'], { cwd: folder, stdio: 'ignore' });
  const files = readdirSync(join(folder, 'site'));
  expect(files).toEqual(expect.arrayContaining(Object.keys(site)));
}

const body = `
async function main(): Promise<void> {
  const server: kit.RunningServer = await kit.startServer({ port: 0 });
  const report: kit.components['schemas']['ReportDraft'] | undefined = undefined;
  console.log((await fetch(new URL('/__admin/health', server.baseUrl))).status, report);
  const only = ['fetch/unknown-id-is-refused'];
  const file = 'node_modules/abuse-feed-kit/contract-tests/targets/reference.yaml';
  const { verdict } = await judge.verify(judge.readTarget(file, { at: server }), { only });
  console.log(verdict);
  await server.close();
}
main();
`;

/** By `import` and by `require`: what is installed compiles and runs. */
function embeds(folder: string): void {
  mkdirSync(join(folder, 'embedding'));
  const programs = {
    'program.mts': (name: string, of: string) => `import * as ${name} from '${of}';\n`,
    'program.cts': (name: string, of: string) => `import ${name} = require('${of}');\n`,
  };
  const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
  const types = ['--typeRoots', join(packageRoot, 'node_modules/@types'), '--types', 'node'];
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  for (const [file, load] of Object.entries(programs)) {
    const text = load('kit', 'abuse-feed-kit') + load('judge', 'abuse-feed-kit/verify') + body;
    writeFileSync(join(folder, 'embedding', file), text);
    const args = [tsc, ...options, ...types, `embedding/${file}`];
    execFileSync(process.execPath, args, { cwd: folder, stdio: 'inherit' });
    const compiled = [`embedding/${file.replace('ts', 'js')}`];
    const printed = execFileSync(process.execPath, compiled, { cwd: folder, encoding: 'utf8' });
    expect(printed).toBe('200 undefined\nconforms\n');
  }
}

/** A program may do both, where a library of it does the other. */
function hasItsClassesOnce(folder: string): void {
  const program = `
    import { createRequire } from 'node:module';
    import { ControlProblem } from 'abuse-feed-kit';
    console.log(createRequire(import.meta.url)('abuse-feed-kit').ControlProblem === ControlProblem);
  `;
  writeFileSync(join(folder, 'once.mjs'), program);
  expect(execFileSync(process.execPath, ['once.mjs'], { cwd: folder, encoding: 'utf8' })).toBe(
    'true\n',
  );
}
