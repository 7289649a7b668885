/** Things of which so many, at least, are remembered. */
const half = 1000;

/**
 * What was made of the things last asked about. It is kept in two halves, of which the older is
 * dropped when the newer is full, so that using something costs no bookkeeping.
 */
export function kept<Thing extends object, Made>(make: (thing: Thing) => Made) {
  let recent = new Map<Thing, Made>();
  let older = new Map<Thing, Made>();
  return (thing: Thing): Made => {
    const found = recent.get(thing);
    if (found !== undefined) return found;
    const made = older.get(thing) ?? make(thing);
    if (recent.size >= half) {
      older = recent;
      recent = new Map();
    }
    recent.set(thing, made);
    return made;
  };
}
