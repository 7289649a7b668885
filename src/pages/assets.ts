import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../spec/package-root.ts';

/**
 * Scripts and styles are sent to browsers as they are written: the same files from source, compiled
 * and in an installed package.
 */
export const pageAsset = (folder: string, name: string): string =>
  readFileSync(join(packageRoot, 'src', folder, 'page', name), 'utf8');

/** Shared by all pages. */
export const designCss = (): string => pageAsset('pages', 'design.css');
export const themeJs = (): string => pageAsset('pages', 'theme.js');
