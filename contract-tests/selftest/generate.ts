import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/values/package-root.ts';
import { mutantTable, mutantTablePath } from './mutant-table.ts';

writeFileSync(join(packageRoot, mutantTablePath), mutantTable());
process.stdout.write(`${mutantTablePath}\n`);
