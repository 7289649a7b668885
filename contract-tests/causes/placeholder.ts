import { encodedId, nearId } from '../talk/made-up.ts';

/** How an id or a hash can be written otherwise, and how a reader is told of it. */
export const forms = {
  near: { of: nearId, says: 'with another digit' },
  encoded: { of: encodedId, says: 'with %2D for each -' },
  upper: { of: (text: string) => text.toUpperCase(), says: 'in upper case' },
} as const;

export type Form = keyof typeof forms;
const formNames = Object.keys(forms) as Form[];

/**
 * `{{report-1}}` stands for the id of the report created by the call of that name, `{{hash-1}}` for a hash that
 * has not been reported yet, `{{upper-report-1}}` for another form of it.
 */
export const placeholder = (name: string, form?: Form): string =>
  form ? `{{${form}-${name}}}` : `{{${name}}}`;

const placeholders = new RegExp(
  `\\{\\{(?:(${formNames.join('|')})-)?((?:report|hash)-\\d+)\\}\\}`,
  'g',
);

export interface Placed {
  readonly form?: Form | undefined;
  /** The name of the report or hash. */
  readonly name: string;
}

/** The placeholders in a text. */
export const placedIn = (text: string): Placed[] =>
  [...text.matchAll(placeholders)].map(([, form, name = '']) => ({ form: form as Form, name }));

/** Replaces the placeholders in a text. */
export const fillIn = (text: string, by: (placed: Placed) => string): string =>
  text.replace(placeholders, (_, form: Form | undefined, name: string) => by({ form, name }));

/** Replaces a value, in every form, by its placeholder. */
export const putIn = (text: string, value: string, name: string): string => {
  let result = text.replaceAll(value, placeholder(name));
  for (const form of formNames) {
    const written = forms[form].of(value);
    if (written !== value) result = result.replaceAll(written, placeholder(name, form));
  }
  return result;
};
