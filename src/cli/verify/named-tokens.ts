import type { Target } from '../../../contract-tests/index.ts';
import { Redactor } from '../../traffic/redactor.ts';
import { secretForms } from '../../traffic/secrets.ts';

/** Puts names in the place of tokens, for a file that must not have them, and the reverse. */
export class NamedTokens {
  readonly #byName: ReadonlyMap<string, string>;
  readonly #redactor: Redactor;

  constructor({ tokens }: Partial<Pick<Target, 'tokens'>>) {
    const { limited = [], ...single } = tokens ?? {};
    const named = [
      ...Object.entries(single),
      ...limited.map(({ token }, nth) => [`limited.${nth}`, token] as const),
    ];
    const forms = named.flatMap(([key, token]) =>
      secretForms(token).map((form, nth): [string, string] => [`\${tokens.${key}.${nth}}`, form]),
    );
    // The longest first: one may be part of another.
    this.#byName = new Map(forms.sort(([, one], [, other]) => other.length - one.length));
    this.#redactor = new Redactor(forms.map(([, form]) => form));
  }

  /** Where a token has another spelling than the target file gives it, what it says is lost. */
  put(text: string): string {
    const parts: string[] = [];
    let rest = text;
    for (let next = this.#firstIn(rest); next; next = this.#firstIn(rest)) {
      parts.push(this.#redactor.ours(rest.slice(0, next.at)), next.name);
      rest = rest.slice(next.at + next.token.length);
    }
    return [...parts, this.#redactor.ours(rest)].join('');
  }

  fill(text: string): string {
    return text.replace(/\$\{tokens\.[\w.]+\}/g, (name) => this.#byName.get(name) ?? name);
  }

  #firstIn(text: string) {
    const found = [...this.#byName].map(([name, token]) => ({
      name,
      token,
      at: text.indexOf(token),
    }));
    // Of those at one place, the longest: they are in this order.
    return found
      .filter(({ at }) => at >= 0)
      .reduce<(typeof found)[number] | undefined>(
        (first, one) => (first && first.at <= one.at ? first : one),
        undefined,
      );
  }
}
