import type { Token, Tokens } from 'marked';
import { guide, guideText } from './guide.ts';
import { anchors, loadMarked } from './markdown.ts';
import type { NewSearchEntry } from './search-entry.ts';

/** The guide, by heading; named table rows (an option, a method, a key) and lines of help are separate entries. */
export async function guideEntries(): Promise<NewSearchEntry[]> {
  const { lexer } = await loadMarked();
  return guide.flatMap((page) => entriesOf(page.file, page.name, lexer(guideText(page))));
}

function entriesOf(file: string, page: string, tokens: readonly Token[]): NewSearchEntry[] {
  const anchor = anchors();
  const entries: NewSearchEntry[] = [];
  let section = { kind: 'Guide', name: page, says: '', href: file };
  const close = () => section.says !== '' && entries.push(section);
  for (const token of tokens) {
    if (token.type === 'heading') {
      close();
      const { text, depth } = token as Tokens.Heading;
      const href = `${file}#${anchor(text)}`;
      section = {
        kind: 'Guide',
        name: depth === 1 ? plain(text) : `${page}: ${plain(text)}`,
        says: '',
        href,
      };
    } else if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      for (const [first, ...others] of rows) {
        const says = others.map(({ text }) => plain(text)).join('. ');
        const name = plain(first?.text ?? '');
        if (first?.text.startsWith('`')) {
          entries.push({
            kind: 'Options and methods',
            name,
            says: `${says} (${section.name})`,
            href: section.href,
          });
        } else if (!token.raw.startsWith('[All pages]')) section.says += ` ${name} ${says}`;
      }
      section.says += ` ${header.map(({ text }) => plain(text)).join(' ')}`;
    } else if (!token.raw.startsWith('[All pages]')) {
      section.says += ` ${plain(token.raw)}`;
      for (const [, name = '', says] of token.raw.matchAll(helpLine)) {
        entries.push({
          kind: 'Options and methods',
          name,
          says: `${says} (${section.name})`,
          href: section.href,
        });
      }
    }
  }
  close();
  return entries;
}

/** `-p, --port N   where to listen`, as commands print it. */
const helpLine = /^ +(?:-\w, )?(--[\w-]+(?: [A-Z]\S*)?) {2,}(\S.+)$/gm;

/** Strips Markdown syntax. */
const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^```\w*|[`*]/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
