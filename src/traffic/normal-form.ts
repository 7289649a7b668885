/** What is left of a text if only letters and digits of ASCII count, in one case. */
export interface NormalForm {
  readonly text: string;
  /** Where each character is in the text, and where the next one begins. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** The code of a letter or digit, in lower case; 0 for anything else. */
const plainCodes = Uint8Array.from({ length: 256 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code))
    ? String.fromCharCode(code).toLowerCase().charCodeAt(0)
    : 0,
);

/** Removes what a normal form leaves out from the beginning of these bytes; returns what is left of them. */
export function normalBytes(bytes: Uint8Array, count: number): number {
  let length = 0;
  for (let at = 0; at < count; at += 1) {
    const code = plainCodes[bytes[at] as number] as number;
    if (code === 0) continue;
    bytes[length] = code;
    length += 1;
  }
  return length;
}

const compatible = new Map<string, number>();

/** The letter or digit that a full-width, circled, bold … one stands for; 0 for anything else. */
function compatibleCode(character: string): number {
  const known = compatible.get(character);
  if (known !== undefined) return known;
  const form = character.normalize('NFKC');
  const code = form.length === 1 ? (plainCodes[form.charCodeAt(0)] ?? 0) : 0;
  // Bounded by Unicode's number of characters.
  compatible.set(character, code);
  return code;
}

export function normalForm(text: string): NormalForm {
  const codes = Buffer.allocUnsafe(text.length);
  const from = new Uint32Array(text.length);
  const to = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const start = at;
    let code = text.charCodeAt(at);
    at += 1;
    if (code < 0x80) code = plainCodes[code] as number;
    else {
      const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
      at = start + character.length;
      code = compatibleCode(character);
    }
    if (code === 0) continue;
    codes[length] = code;
    from[length] = start;
    to[length] = at;
    length += 1;
  }
  return { text: codes.toString('latin1', 0, length), from, to };
}
