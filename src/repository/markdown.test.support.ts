import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';
import { packageRoot } from '../values/package-root.ts';

export interface MarkdownPage {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Every code block, in order. */
  readonly blocks: readonly { readonly lang: string; readonly text: string }[];
  /** Every piece of code within a text. */
  readonly spans: readonly string[];
  /** Its link targets, as written. */
  readonly links: readonly string[];
}

function pageAt(path: string): MarkdownPage {
  const text = readFileSync(join(packageRoot, path), 'utf8');
  const tokens = lexer(text);
  const all: Token[] = [];
  walkTokens(tokens, (token) => void all.push(token));
  const blocks = all.filter((token): token is Tokens.Code => token.type === 'code');
  const spans = all.filter((token): token is Tokens.Codespan => token.type === 'codespan');
  const links = all.filter(
    (token): token is Tokens.Link | Tokens.Image => token.type === 'link' || token.type === 'image',
  );
  return {
    path,
    text,
    tokens,
    blocks: blocks.map((block) => ({ lang: block.lang ?? '', text: block.text })),
    spans: spans.map((span) => span.text),
    links: links.map(({ href }) => href),
  };
}

const made = ['node_modules', 'dist', 'abuse-feed-docs', '.git', '.abuse-feed', 'results'];

function markdownIn(folder: string): string[] {
  return readdirSync(join(packageRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return made.includes(entry.name) ? [] : markdownIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Every Markdown file of the repository. */
export function pages(): MarkdownPage[] {
  return markdownIn('.').map(pageAt);
}

/** GitHub's anchors; duplicates get a number. */
export function anchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const name = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name}-${times}`;
  };
}
