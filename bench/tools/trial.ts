import type { Tool } from './packages.ts';

/** What came of a tool. */
export type Trial =
  | { readonly name: Tool; readonly missing: true }
  | {
      readonly name: Tool;
      readonly total: number;
      readonly passed: number;
      readonly notes: readonly string[];
      readonly missing?: never;
    };
