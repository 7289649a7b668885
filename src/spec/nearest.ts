/** How many letters must be added, dropped or replaced to turn one word into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** The known word that was probably meant, if one is close. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: { readonly name: string; readonly away: number } | undefined;
  for (const name of known) {
    // A third of the letters may be wrong; in a short word two at most.
    const most = Math.max(Math.min(2, Math.ceil(name.length / 3)), Math.floor(name.length / 3));
    // Spares the work for long texts, which are no misspelling of anything.
    if (Math.abs(name.length - word.length) > most) continue;
    const away = distance(word.toLowerCase(), name.toLowerCase());
    if (away <= most && away < (best?.away ?? Infinity)) {
      best = { name, away };
    }
  }
  return best?.name;
}

/** Looks for what was meant a hundred times: of more mistakes nobody reads, and each look costs. */
export function limitedNearest(): typeof nearest {
  let looks = 100;
  return (word, known) => {
    looks -= 1;
    return looks < 0 ? undefined : nearest(word, known);
  };
}
