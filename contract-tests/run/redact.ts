import type { Target } from '../target/target.ts';

/** Replaces secrets in all strings of a value, keys included, and the whole of every Authorization header. */
export const redacted = <T>(value: T, secrets: readonly string[]): T => {
  const ordered = [...new Set(secrets)].filter(Boolean).sort((a, b) => b.length - a.length);
  const text = (input: string): string => {
    let output = input;
    for (const secret of ordered) {
      // A short token may occur in any text by chance, so it is replaced only where it is the whole text.
      if (secret.length < 4) output = output === secret ? '$TOKEN' : output;
      else output = output.replaceAll(secret, '$TOKEN');
    }
    return output;
  };
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return text(node);
    if (Array.isArray(node)) return node.map(walk);
    if (node instanceof Map) return new Map([...node].map(([k, v]) => [walk(k), walk(v)]));
    if (node && typeof node === 'object')
      return Object.fromEntries(
        Object.entries(node).map(([k, v]) => [text(k), k === 'authorization' ? '$TOKEN' : walk(v)]),
      );
    return node;
  };
  return walk(value) as T;
};

/** What must not be in any report: tokens in every form. The URLs of a target have no passwords. */
export const secretsOf = ({ tokens: { limited, ...single } }: Target): string[] => {
  const values = [...Object.values(single), ...limited.map(({ token }) => token)];
  return values.flatMap(secretForms).filter((value) => value !== '');
};

/** A token, what stands behind its scheme, and how both look inside a URL or in JSON. */
export const secretForms = (value: string): string[] => {
  const bare = value.slice(value.indexOf(' ') + 1);
  return [value, bare].flatMap((form) => [
    form,
    encodeURIComponent(form),
    JSON.stringify(form).slice(1, -1),
  ]);
};
