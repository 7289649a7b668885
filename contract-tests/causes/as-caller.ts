import { variables } from '../target/target-file.ts';

/** How a script sends a caller's token: curl options, and the variable that has to hold it. */
export interface AsCaller {
  readonly options: string;
  /** Lines needed before. */
  readonly before: readonly string[];
  readonly needs?: { readonly variable: string; readonly key: string };
}

/** The variable for a token: the one that overrides the target file, if any. */
export const tokenVariable = (key: string): string =>
  variables[key] ?? `ABUSE_FEED_TOKEN_LIMITED_${Number(/\[(\d+)\]$/.exec(key)?.[1] ?? 0) + 1}`;

const header = (variable: string): string => `-H "Authorization: $${variable}"`;

/** Splits the token in `$token` into the parts that forged ones are made of. */
const parts = [
  `scheme=$(printf '%s' "$token" | sed -n 's/^\\([^ ]* \\{1,\\}\\)[^ ].*/\\1/p')`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
  'word=${token#"$scheme"}',
];

const noise = 'b1946ac92492d2347c6235b4d2611184';

/** Forged tokens, derived from a valid one as in the check. */
const forgeries: { readonly [caller: string]: string } = {
  'unknown token': `"\${scheme}${noise}"`,
  'lengthened token': `"$token-${noise}"`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
  'shortened token': '"$scheme$(printf \'%s\' "$word" | cut -c "1-$((${#word} / 2))")"',
  'preceded token': `"\${scheme}${noise}-$word"`,
  'schemeless token': noise,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
  'missing token': '"${scheme%% *}"',
  'look-alike token':
    '"$scheme$(printf \'%s\' "$word" | sed y/abcdefghijklmnopqrstuvwxyz0123456789/bcdefahijklmnopqrstuvwxyzg1234567890/)"',
};

export const asCaller = (caller: string, operation: string): AsCaller => {
  if (caller === 'nobody') return { options: '', before: [] };
  if (caller === 'blank token') return { options: `-H 'Authorization;'`, before: [] };
  const forged = forgeries[caller];
  const key = forged ? (operation === 'lookup' ? 'tokens.analyst' : 'tokens.researcher') : caller;
  const variable = tokenVariable(key);
  if (!forged) return { options: header(variable), before: [], needs: { variable, key } };
  return {
    options: header('forged'),
    before: [`token=$${variable}`, ...parts, `forged=${forged}`],
    needs: { variable, key },
  };
};
