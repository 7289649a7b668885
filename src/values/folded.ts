import { stripVTControlCharacters } from 'node:util';

function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** Commands stay in one line, so that they can be pasted. */
function isCommand(line: string): boolean {
  return /^(curl |\w+=)/.test(line);
}

/** The text begins after the indentation and a mark or label. */
const begin = /^ *(?:\S+(?: \S+){0,3} {2,}|(?=\S*[✔✘·◌~])\S+ )?/u;

function foldedLine(line: string, width: number, hanging: number): string[] {
  if (lengthOf(line) <= width || isCommand(line)) return [line];
  const [lead = ''] = begin.exec(line) ?? [];
  const indent = ' '.repeat(Math.min(lengthOf(lead) || hanging, Math.floor(width / 2)));
  const lines: string[] = [];
  let now = lead;
  let isEmpty = true;
  // Lists and bodies may also be broken after a comma.
  for (const word of line.slice(lead.length).split(/(?<= )|(?<=,)(?=")/)) {
    if (!isEmpty && lengthOf(now) + lengthOf(word.trimEnd()) > width) {
      lines.push(now.trimEnd());
      now = indent;
    }
    now += word;
    isEmpty = false;
  }
  return [...lines, now.trimEnd()];
}

/** Breaks long lines between words, and indents what follows like its beginning; without a width as it is. */
export function folded(text: string, width: number | undefined, hanging = 2): string {
  return width === undefined
    ? text
    : text
        .split('\n')
        .flatMap((line) => foldedLine(line, Math.max(width, 40), hanging))
        .join('\n');
}
