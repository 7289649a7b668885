import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWords } from '../spec/document.ts';
import { collectOpenPoints } from '../spec/open-point.ts';
import { packageRoot } from '../spec/package-root.ts';
import { readContract, readContractText } from './document.ts';
import { generated } from './generated.ts';
import { openPointPage, withOpenPointTable } from './open-point-table.ts';
import { unjudged } from './unjudged.ts';

const mistakes = unjudged(readContract(), { file: 'openapi.yaml', text: readContractText() });
if (mistakes.length > 0) {
  process.stderr.write(`${inWords(mistakes, 'openapi.yaml')}\n`);
  process.exit(1);
}

for (const [path, text] of Object.entries(await generated())) {
  writeFileSync(join(packageRoot, path), text);
  process.stdout.write(`${path}\n`);
}

const page = join(packageRoot, openPointPage);
const points = collectOpenPoints(readContract());
writeFileSync(page, withOpenPointTable(readFileSync(page, 'utf8'), points));
process.stdout.write(`${openPointPage}\n`);
