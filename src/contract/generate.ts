import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generated } from './generated.ts';
import { packageRoot } from './package-root.ts';

for (const [path, text] of Object.entries(await generated())) {
  writeFileSync(join(packageRoot, path), text);
  process.stdout.write(`${path}\n`);
}
