import { allClauses, readClauses, sectionName } from '../spec/clauses.ts';
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
let words: RegExp | undefined;

/** A section by its words, or anything that has the form of an id. */
function pattern(known: ReadonlyMap<string, string>): RegExp {
  const sections = [...known.keys()].filter((text) => text.includes(' '));
  const longestFirst = sections.sort((one, other) => other.length - one.length);
  return new RegExp(
    `\\b(?:${longestFirst.map(escaped).join('|')})\\b|[\\w/-]+(?:\\.[\\w/-]+)*`,
    'g',
  );
}

function escaped(text: string): string {
  return text.replaceAll('.', '\\.');
}

/** OSC 8: the terminal shows the text, and opens the address. */
function link(text: string, address: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/** Every clause, open point and section in a text becomes a link to the page of the specification. */
export function linkedText(text: string, page: string): string {
  anchors ??= anchorByWords();
  words ??= pattern(anchors);
  return text.replace(words, (found) => {
    const anchor = anchors?.get(found);
    return anchor === undefined ? found : link(found, `${page}#${anchor}`);
  });
}
