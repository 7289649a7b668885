import type { CreatedKind } from '../called-service.ts';
import { sameText } from '../talk/same-text.ts';

export interface Placed {
  /** What is made of it; undefined for itself. */
  readonly form?: string | undefined;
  /** `note-1`. */
  readonly name: string;
}

const anyPlaceholder = /\{\{([\w-]+)\}\}/g;

/** `{{note-1}}` */
export function placeholder({ form, name }: Placed): string {
  return form ? `{{${form}-${name}}}` : `{{${name}}}`;
}

/**
 * Placeholders for values that are new in each replay. With notes that have a `topic` of their own:
 * `{{note-1}}` stands for the id of the note that is created first, `{{topic-1}}` for a topic that was not sent
 * yet, `{{upper-note-1}}` for the id in upper case.
 */
export class Placeholders {
  readonly #created: CreatedKind;

  constructor(created: CreatedKind) {
    this.#created = created;
  }

  /** The name of what is created by the nth create. */
  createdName(nth: number): string {
    return `${this.#created.words[0]}-${nth}`;
  }

  /** The name of the nth value that must be new. */
  freshName(nth: number): string {
    return `${this.#created.fresh?.word}-${nth}`;
  }

  isFresh({ name }: Placed): boolean {
    return name.startsWith(`${this.#created.fresh?.word}-`);
  }

  /** The placeholders in a text. */
  in(text: string): Placed[] {
    return Array.from(text.matchAll(anyPlaceholder), ([, inner = '']) =>
      this.#placed(inner),
    ).filter((placed) => placed !== undefined);
  }

  /** Replaces the placeholders in a text. */
  fill(text: string, by: (placed: Placed) => string): string {
    return text.replace(anyPlaceholder, (written, inner: string) => {
      const placed = this.#placed(inner);
      return placed ? by(placed) : written;
    });
  }

  #placed(inner: string): Placed | undefined {
    const form = Object.keys(this.#created.forms).find((one) => inner.startsWith(`${one}-`));
    const name = form === undefined ? inner : inner.slice(form.length + 1);
    const dash = name.lastIndexOf('-');
    const kind = name.slice(0, dash);
    const { words, fresh } = this.#created;
    const isKnown = kind === words[0] || kind === fresh?.word;
    return isKnown && /^\d+$/.test(name.slice(dash + 1)) ? { form, name } : undefined;
  }

  /** Replaces a value, in every form, by its placeholder. */
  putIn(text: string, value: string, name: string): string {
    let result = text.replaceAll(value, placeholder({ name }));
    for (const [form, { of, isShort }] of Object.entries(this.#created.forms)) {
      const written = of(value);
      // As a part of a text, a few characters may be those of another id.
      const isPut = written !== value && (!isShort || written === text);
      if (isPut) result = result.replaceAll(written, placeholder({ form, name }));
    }
    return result;
  }
}

/** The same with every text in it changed. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]);
  return Object.fromEntries(entries);
}

/** Whether a text is an id, or made of it. */
export function isMadeOf({ forms }: CreatedKind, text: string, id: string): boolean {
  return sameText(text, id) || Object.values(forms).some(({ of }) => text === of(id));
}
