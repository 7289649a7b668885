/** How many zeros a text of digits ends with. */
function zerosAtTheEnd(digits: string): number {
  let zeros = 0;
  while (digits.at(-1 - zeros) === '0') zeros += 1;
  return zeros;
}

const numberForm = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** A number as JSON writes it, exactly: its digits without zeros at either end, and a power of ten. */
export class ExactNumber {
  readonly #digits: string;
  readonly #power: number;

  constructor(written: string) {
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = numberForm.exec(written) ?? [];
    const digits = (whole + fraction).replace(/^0+/, '');
    const zeros = zerosAtTheEnd(digits);
    const isZero = digits === '';
    this.#digits = isZero ? '0' : sign + digits.slice(0, digits.length - zeros);
    this.#power = isZero ? 0 : Number(exponent) - fraction.length + zeros;
  }

  get isWhole(): boolean {
    return this.#power >= 0;
  }

  equals(other: ExactNumber): boolean {
    return this.#digits === other.#digits && this.#power === other.#power;
  }
}

/** What follows a name of a member that is a number. */
const numberAfterName = /\s*:\s*(-?\d[\d.eE+-]*)/y;

/** The number of a field as it is written in a text of JSON; undefined if there is none, or more than one. */
export function writtenNumber(text: string, field: string): string | undefined {
  const name = `"${field}"`;
  const found: string[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    // Within a string, its quotation marks are escaped.
    if (text[at - 1] === '\\') continue;
    numberAfterName.lastIndex = at + name.length;
    const number = numberAfterName.exec(text)?.[1];
    if (number !== undefined) found.push(number);
  }
  return found.length === 1 ? found[0] : undefined;
}
