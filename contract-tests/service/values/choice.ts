import { randomBytes, randomInt } from 'node:crypto';
import type { Draft } from '../requests/draft.ts';

/** One value of the catalogue, as what it makes of a report. */
export interface Choice {
  readonly change: (draft: Draft) => Draft;
  /** The values of its class: where it is refused, one of them takes its place. */
  readonly alike: readonly Choice[];
  /** Of a text, the pieces that can be refused alone. */
  readonly pieces?: readonly string[];
}

/** Its classes. A class without values leaves the report as usual. */
export type Feature = readonly (readonly Choice[])[];

type Classes<Value> = { readonly [name: string]: readonly Value[] };

export function by<Value>(
  put: (draft: Draft, value: Value) => Partial<Draft>,
  classes: Classes<NoInfer<Value>>,
): Feature {
  return Object.values(classes).map((values) => {
    const alike: Choice[] = values.map((value) => ({
      change: (draft) => ({ ...draft, ...put(draft, value) }),
      get alike() {
        return alike;
      },
    }));
    return alike;
  });
}

const textsMade = new Map<string, Choice>();

/** One text of all these pieces. It begins and ends with a letter, so that nothing is trimmed. */
export function text(pieces: readonly string[]): Choice {
  const whole = `k${pieces.map((piece) => `${piece}k`).join('')}`;
  const choice = textsMade.get(whole) ?? {
    change: (draft: Draft) => ({ ...draft, tags: [whole] }),
    alike: [],
    pieces,
  };
  textsMade.set(whole, choice);
  return choice;
}

export function texts(classes: Classes<string>): Feature {
  return Object.values(classes).map((pieces) => [text(pieces)]);
}

export function withTags({ tags }: Draft, beside: readonly string[] | 'no tags'): Partial<Draft> {
  return { tags: beside === 'no tags' ? [] : [...tags, ...beside].sort() };
}

export function labels(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `label-${index + 100}`);
}

export function hostOf(address: string): string {
  return address.slice(0, address.lastIndexOf(':'));
}

export function portOf(address: string): string {
  return address.slice(address.lastIndexOf(':') + 1);
}

/** With a number for each {n} and eight digits for each {x}, so that no two addresses are the same. */
export function filled(host: string): string {
  return host
    .replaceAll('{n}', () => String(randomInt(1, 255)))
    .replaceAll('{x}', () => randomBytes(4).toString('hex'));
}
