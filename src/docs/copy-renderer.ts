import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtRenderer, installedRenderer, rendererFiles } from './renderer.ts';

mkdirSync(builtRenderer, { recursive: true });
for (const name of rendererFiles) {
  copyFileSync(join(installedRenderer, name), join(builtRenderer, name));
}
