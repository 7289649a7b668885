/** The known word nearest to a mistyped one, if one is near. */
export function closest(typed: string, known: readonly string[]): string | undefined {
  const near = known
    .map((word) => ({ word, far: distance(typed.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)[0];
  return near && near.far <= Math.max(1, Math.floor(near.word.length / 3)) ? near.word : undefined;
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const swap = (row[j] as number) + (letter === other ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
