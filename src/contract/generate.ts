import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWords } from '../document/document.ts';
import { packageRoot } from '../values/package-root.ts';
import { generated } from './generated.ts';
import { unjudged } from './unjudged.ts';

const mistakes = unjudged();
if (mistakes.length > 0) {
  process.stderr.write(`${inWords(mistakes, 'openapi.yaml')}\n`);
  process.exit(1);
}

for (const [path, text] of Object.entries(await generated())) {
  writeFileSync(join(packageRoot, path), text);
  process.stdout.write(`${path}\n`);
}
