import { allClauses, readClauses, sectionName } from '../spec/clauses/clauses.ts';
import { openPoints } from '../spec/open-points.ts';
import { anchorOf, sectionAnchor } from '../spec/specification-anchors.ts';

/** What leads where: clauses, open points, and sections by number and title. */
function anchorByWords(): ReadonlyMap<string, string> {
  const ids = [...allClauses(), ...openPoints].map(({ id }) => [id, anchorOf(id)] as const);
  const sections = Object.keys(readClauses().sections).flatMap((number) => [
    [sectionName(number), sectionAnchor(number)] as const,
    [`section ${number}`, sectionAnchor(number)] as const,
  ]);
  return new Map([...ids, ...sections]);
}

let anchors: ReadonlyMap<string, string> | undefined;

/** As many words as the longest title of a section has, with its number. */
const words = /[\w/.-]+(?: [\w/.-]+){0,6}/g;

/** OSC 8: the terminal shows the text, and opens the address. */
function link(text: string, address: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/** Every clause, open point and section in a text becomes a link to the page of the specification. */
export function linkedText(text: string, page: string): string {
  anchors ??= anchorByWords();
  const known = anchors;
  return text.replace(words, (found) => {
    const begin = longestKnown(found, known);
    const anchor = known.get(begin);
    if (anchor !== undefined)
      return link(begin, `${page}#${anchor}`) + linkedText(found.slice(begin.length), page);
    const [first = ''] = found.split(' ', 1);
    return first + linkedText(found.slice(first.length), page);
  });
}

/** As many words from the beginning as are known together, without the full stop after them. */
function longestKnown(found: string, known: ReadonlyMap<string, string>): string {
  let begin = found;
  while (!known.has(begin)) {
    if (begin.endsWith('.')) begin = begin.slice(0, -1);
    else if (begin.includes(' ')) begin = begin.slice(0, begin.lastIndexOf(' '));
    else break;
  }
  return begin;
}
