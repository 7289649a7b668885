import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../spec/package-root.ts';

/**
 * swagger-ui-dist: it calls nobody, and it is the one of the well-kept renderers that can send
 * requests. It is copied into the build instead of being a dependency, because installing it would
 * run a script that reports the installation to a third party.
 */
export const rendererFiles = [
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui.css',
  'LICENSE',
  'NOTICE',
] as const;

export const installedRenderer = join(packageRoot, 'node_modules', 'swagger-ui-dist');
export const builtRenderer = join(packageRoot, 'dist', 'swagger-ui');

export const rendererFile = (name: (typeof rendererFiles)[number]): string =>
  readFileSync(
    join(existsSync(installedRenderer) ? installedRenderer : builtRenderer, name),
    'utf8',
  );
