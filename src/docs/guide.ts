import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { packageRoot } from '../spec/package-root.ts';

/** A hand-written page: Markdown in the repository, HTML in the site. */
export interface GuidePage {
  /** Relative to the package root. */
  readonly source: string;
  /** The file name in the site. */
  readonly file: string;
  /** The name in lists of pages. */
  readonly name: string;
}

const page = (name: string, file: string, source = `docs/${file}.md`): GuidePage => ({
  source,
  file: `${file}.html`,
  name,
});

/**
 * In reading order. `docs/open-points.md` is missing: the site has a page of open points that shows the
 * answers of its dialect.
 */
export const guideGroups: { readonly [group: string]: readonly GuidePage[] } = {
  Use: [
    page('Start here', 'guide', 'README.md'),
    page('Serving', 'serve'),
    page('curl', 'curl'),
    page('Embedding', 'embedding'),
    page('Python', 'python'),
    page('Go', 'go'),
    page('Dialects', 'dialects'),
    page('Matrix', 'matrix'),
  ],
  Judge: [
    page('Verifying', 'verify'),
    page('Own suite', 'own-suite'),
    page('Reports', 'reports'),
    page('Self-test', 'selftest'),
    page('Readings', 'readings'),
    page('Learning', 'learn'),
    page('Listening', 'listen'),
  ],
  Reference: [
    page('Configuration', 'configuration'),
    page('Control plane', 'control-plane'),
    page('Endurance and speed', 'endurance-and-speed'),
  ],
  'Work on it': [
    page('Working on it', 'working-on-it'),
    page('Contributing', 'contributing', 'CONTRIBUTING.md'),
  ],
};

export const guide: readonly GuidePage[] = Object.values(guideGroups).flat();

const files: { readonly [source: string]: string } = {
  ...Object.fromEntries(guide.map(({ source, file }) => [source, file])),
  'docs/open-points.md': 'open-points.html',
  'openapi.yaml': 'openapi.yaml',
  'contract-tests/clauses.yaml': 'clauses.html',
};

/** The site's file for a file of the repository, if any. */
const inSite = (source: string): string | undefined =>
  Object.hasOwn(files, source) ? files[source] : undefined;

export const guideText = ({ source }: GuidePage): string =>
  readFileSync(join(packageRoot, source), 'utf8');

/** The target of a page's link in the site; undefined if the site does not have it. */
export function siteLink(source: string, href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const file = inSite(posix.join(posix.dirname(source), path));
  return file && (anchor === undefined ? file : `${file}#${anchor}`);
}
