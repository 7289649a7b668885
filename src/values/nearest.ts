/** The edit distance of two words. */
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

/** The closest known word, if one is close enough. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: { readonly name: string; readonly away: number } | undefined;
  for (const name of known) {
    // A third of the letters may differ; in a short word two at most.
    const most = Math.max(Math.min(2, Math.ceil(name.length / 3)), Math.floor(name.length / 3));
    // Skips long texts, which are not misspellings.
    if (Math.abs(name.length - word.length) > most) continue;
    const away = distance(word.toLowerCase(), name.toLowerCase());
    if (away <= most && away < (best?.away ?? Infinity)) {
      best = { name, away };
    }
  }
  return best?.name;
}

/** Limited to a hundred suggestions: each is costly, and more are not read. */
export function limitedNearest(): typeof nearest {
  let remaining = 100;
  return (word, known) => {
    remaining -= 1;
    return remaining < 0 ? undefined : nearest(word, known);
  };
}
