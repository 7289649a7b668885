import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../values/package-root.ts';

/** Styles are served without a build. */
export function pageAsset(folder: string, name: string): string {
  return readFileSync(join(packageRoot, 'src', folder, 'page', name), 'utf8');
}

export function designCss(): string {
  return pageAsset('pages', 'design.css');
}

export function themeJs(): string {
  return pageAsset('pages', 'theme.js');
}

interface Bundler {
  readonly bundledPage: (root: string, name: string) => Promise<string>;
}

const bundled = new Map<string, Promise<string>>();

/** The script of a page: from the build or, when run from source, bundled on first use. */
export async function pageScript(name: 'console.js' | 'docs.js'): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) {
    return readFileSync(join(packageRoot, 'dist', 'pages', name), 'utf8');
  }
  const made = bundled.get(name) ?? bundle(name);
  bundled.set(name, made);
  return made;
}

async function bundle(name: string): Promise<string> {
  const bundler = new URL('bundle.mjs', import.meta.url).href;
  const { bundledPage } = (await import(/* @vite-ignore */ bundler)) as Bundler;
  return bundledPage(packageRoot, name);
}
