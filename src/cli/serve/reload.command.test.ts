import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { program, ready } from '../program.test.support.ts';

test.skipIf(process.platform === 'win32')(
  'a server without a terminal reads its configuration again on SIGHUP, and goes on',
  async () => {
    const folder = folderWith({ 'my.yaml': 'dialect: default\n' });
    const config = join(folder, 'my.yaml');
    const args = ['serve', '--memory', '--port', '0', '--quiet', '--config', config];
    const child = program(args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await ready(child)) ?? [];
    const dialect = async () => (await fetch(`${url}/__admin/dialect`)).json();
    expect(await dialect()).toMatchObject({ name: 'default' });
    for (const name of ['strict', 'lenient']) {
      writeFileSync(config, `dialect: ${name}\n`);
      const said = child.stderr && once(child.stderr, 'data');
      child.kill('SIGHUP');
      expect(String(await said)).toContain('were read again');
      expect(await dialect()).toMatchObject({ name });
    }
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);
