import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../spec/package-root.ts';

/** A page written by hand, as Markdown in the repository and as HTML in the site. */
export interface GuidePage {
  /** From the root of the package. */
  readonly source: string;
  /** In the site. */
  readonly file: string;
  /** What it is called in a list of pages. */
  readonly name: string;
}

/**
 * In the order they are read. `docs/open-points.md` is not among them: the site has a page of open
 * points that shows the answers of its dialect.
 */
export const guide: readonly GuidePage[] = [
  { source: 'README.md', file: 'guide.html', name: 'Start here' },
  { source: 'docs/serve.md', file: 'serve.html', name: 'Serving' },
  { source: 'docs/configuration.md', file: 'configuration.html', name: 'Configuration' },
  { source: 'docs/curl.md', file: 'curl.html', name: 'curl' },
  { source: 'docs/embedding.md', file: 'embedding.html', name: 'Embedding' },
  { source: 'docs/python.md', file: 'python.html', name: 'Python' },
  { source: 'docs/go.md', file: 'go.html', name: 'Go' },
  { source: 'docs/control-plane.md', file: 'control-plane.html', name: 'Control plane' },
  { source: 'docs/dialects.md', file: 'dialects.html', name: 'Dialects' },
  { source: 'docs/verify.md', file: 'verify.html', name: 'Verifying' },
  { source: 'docs/reports.md', file: 'reports.html', name: 'Reports' },
  { source: 'docs/readings.md', file: 'readings.html', name: 'Readings' },
  { source: 'docs/learn.md', file: 'learn.html', name: 'Learning' },
  { source: 'docs/listen.md', file: 'listen.html', name: 'Listening' },
  {
    source: 'docs/endurance-and-speed.md',
    file: 'endurance-and-speed.html',
    name: 'Endurance and speed',
  },
  { source: 'docs/working-on-it.md', file: 'working-on-it.html', name: 'Working on it' },
  { source: 'CONTRIBUTING.md', file: 'contributing.html', name: 'Contributing' },
];

const files: { readonly [source: string]: string } = {
  ...Object.fromEntries(guide.map(({ source, file }) => [source, file])),
  'docs/open-points.md': 'open-points.html',
  'openapi.yaml': 'openapi.yaml',
  'contract-tests/clauses.yaml': 'clauses.html',
};

/** The file of the site that stands for one of the repository; undefined where none does. */
export const inSite = (source: string): string | undefined =>
  Object.hasOwn(files, source) ? files[source] : undefined;

export const guideText = ({ source }: GuidePage): string =>
  readFileSync(join(packageRoot, source), 'utf8');
