import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownSeed } from '../seed/own-seed.ts';
import { openapiDocument } from '../spec/openapi.ts';
import { preparedFolder } from '../values/prepared.ts';

// Run by the build: what is read here is read from source, and checked.
mkdirSync(preparedFolder, { recursive: true });
for (const [name, value] of Object.entries({ openapi: openapiDocument(), seed: ownSeed() }))
  writeFileSync(join(preparedFolder, `${name}.json`), JSON.stringify(value));
