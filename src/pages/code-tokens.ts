const token =
  /("(?:[^"\\\n]|\\.)*"(?=:))|("(?:[^"\\\n]|\\.)*"|'[^'"\n]*')|((?<![\w.-])-?\d+(?:\.\d+)?(?![\w.-])|\b(?:true|false|null)\b)/;
const kinds = [undefined, 'key', 'string', 'value'] as const;

/** Splits JSON, and code in any language, into tokens to colour. */
export const codeTokens = (code: string): [text: string, kind: (typeof kinds)[number]][] =>
  code
    .split(new RegExp(token, 'g'))
    .map((text, at): [string | undefined, (typeof kinds)[number]] => [text, kinds[at % 4]])
    .filter((one): one is [string, (typeof kinds)[number]] => Boolean(one[0]));
