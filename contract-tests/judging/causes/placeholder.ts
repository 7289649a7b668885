import { sameText } from '../../service/model/sameness.ts';
import { idForms } from '../../service/requests/made-up.ts';

export type IdForm = keyof typeof idForms;
const forms = Object.keys(idForms) as IdForm[];

/**
 * `{{report-1}}` stands for the id of the report created by the call of that name, `{{hash-1}}` for a hash that
 * has not been reported yet, `{{upper-report-1}}` for another form of it.
 */
export const placeholder = (name: string, form?: IdForm): string =>
  form ? `{{${form}-${name}}}` : `{{${name}}}`;

const placeholders = new RegExp(
  `\\{\\{(?:(${forms.join('|')})-)?((?:report|hash)-\\d+)\\}\\}`,
  'g',
);

export interface Placed {
  readonly form?: IdForm | undefined;
  /** The name of the report or hash. */
  readonly name: string;
}

/** The placeholders in a text. */
export const placedIn = (text: string): Placed[] =>
  [...text.matchAll(placeholders)].map(([, form, name = '']) => ({ form: form as IdForm, name }));

/** Replaces the placeholders in a text. */
export const fillIn = (text: string, by: (placed: Placed) => string): string =>
  text.replace(placeholders, (_, form: IdForm | undefined, name: string) => by({ form, name }));

/** Whether a text is an id, or made of it. */
export const isMadeOf = (text: string, id: string): boolean =>
  sameText(text, id) || forms.some((form) => text === idForms[form].of(id));

/** Replaces a value, in every form, by its placeholder. */
export const putIn = (text: string, value: string, name: string): string => {
  let result = text.replaceAll(value, placeholder(name));
  for (const form of forms) {
    const written = idForms[form].of(value);
    // As a part of a text, a few characters may be those of another id.
    const isPut = written !== value && (form !== 'short' || written === text);
    if (isPut) result = result.replaceAll(written, placeholder(name, form));
  }
  return result;
};
