import type { Exchange } from '../talk/exchange.ts';

/**
 * Answers are compared without what differs each time: ids, and the digits of the moment a report was
 * made. The script does it by sed, and what was recorded is treated alike here.
 */
export interface Differing {
  /** As recorded, each with the variable of the script that holds it now, and what both are shown as. */
  readonly ids: readonly {
    readonly id: string;
    readonly variable: string;
    readonly shownAs: string;
  }[];
  /** Whether the moment itself is what shows the violation. */
  readonly keepsTime: boolean;
  /** Whether the form of an id is what shows it: then only its digits are taken out. */
  readonly keepsIds: boolean;
  /** Whether the id itself is what shows it. */
  readonly keepsDigits: boolean;
}

/** The moment a report was made, and how its ids look, may themselves be what is wrong. */
export const differingFor = (clause: string, ids: Differing['ids']): Differing => ({
  ids,
  keepsTime: /calendar$|time-is-the-services$|^analysis\/|^lookup\//.test(clause),
  keepsIds: /\/((id|first-seen-id)-(type|format)|id-is-the-services)$/.test(clause),
  keepsDigits: clause === 'create/id-is-the-services',
});

interface Step {
  readonly isDone: (differing: Differing) => boolean;
  readonly inText: (text: string, differing: Differing) => string;
  readonly inShell: (differing: Differing) => readonly string[];
}

/** A short id may be part of anything, so it is taken out only where it is an id. */
const isTelling = ({ id }: { readonly id: string }): boolean => /^[\w.-]{8,}$/.test(id);

const ofIdForms = ({ keepsIds, keepsDigits }: Differing): boolean => keepsIds && !keepsDigits;
const hex = '[0-9a-fA-F]';
const uuidInSed = [8, 4, 4, 4, 12].map((digits) => `${hex}\\{${digits}\\}`).join('-');

/** Some characters of a field, one at a time until there are none. */
const masked = (field: string, characters: string, label: string): Omit<Step, 'isDone'> => ({
  inText: (text) =>
    text.replace(new RegExp(`"${field}" *: *"?[^",}]*`, 'g'), (all) => {
      const begin = all.indexOf(':') + 1;
      return all.slice(0, begin) + all.slice(begin).replace(new RegExp(characters, 'g'), '#');
    }),
  inShell: () => [
    `-e :${label}`,
    `-e 's/\\("${field}" *: *"\\{0,1\\}[^",}]*\\)${characters}/\\1#/'`,
    `-e t${label}`,
  ],
});

const steps: readonly Step[] = [
  {
    isDone: ({ keepsIds }) => !keepsIds,
    inText: (text, { ids }) =>
      ids.filter(isTelling).reduce((all, { id, shownAs }) => all.replaceAll(id, shownAs), text),
    inShell: ({ ids }) =>
      ids.filter(isTelling).map(({ variable, shownAs }) => `-e "s/$${variable}/${shownAs}/g"`),
  },
  {
    isDone: ({ keepsIds, ids }) => !keepsIds && !ids.every(isTelling),
    inText: (text) => text.replace(/"id" *: *"?[^",}]*"?/g, '"id":<id>'),
    inShell: () => [`-e 's/"id" *: *"\\{0,1\\}[^",}]*"\\{0,1\\}/"id":<id>/g'`],
  },
  {
    isDone: ({ keepsIds }) => !keepsIds,
    inText: (text) =>
      text.replace(
        /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/g,
        '<uuid>',
      ),
    inShell: () => [`-e 's/${uuidInSed}/<uuid>/g'`],
  },
  { isDone: ofIdForms, ...masked('id', hex, 'id') },
  { isDone: ({ keepsIds }) => keepsIds, ...masked('firstSeenID', hex, 'seen') },
  { isDone: ({ keepsTime }) => !keepsTime, ...masked('reportedAt', '[0-9]', 'at') },
  {
    isDone: ({ keepsTime }) => !keepsTime,
    inText: (text) =>
      text.replace(/20[2-9]\d-\d\d-\d\d([T ])\d\d:\d\d:\d\d/g, '####-##-##$1##:##:##'),
    inShell: () => [
      `-e 's/20[2-9]D-DD-DD\\([T ]\\)DD:DD:DD/####-##-##\\1##:##:##/g'`.replaceAll('D', '[0-9]'),
    ],
  },
];

/** The whole answer as the script has it. */
export const recorded = ({ response }: Exchange): string =>
  `${response.body}\n${response.status} ${response.headers['content-type'] ?? ''}`;

/** What was recorded, and how the shell brings `$answer` into the same form. */
export const normalForm = (
  text: string,
  differing: Differing,
): { readonly form: string; readonly inShell: string } => {
  let form = text;
  const parts: string[] = [];
  for (const { isDone, inText, inShell } of steps) {
    const next = isDone(differing) ? inText(form, differing) : form;
    // What changes nothing of what was recorded need not be done: an answer it would change is another.
    if (next !== form) parts.push(...inShell(differing));
    form = next;
  }
  return {
    form,
    inShell: [
      'printf \'%s\\n\' "$answer"',
      ...(parts.length > 0 ? [`sed ${parts.join(' ')}`] : []),
    ].join(' | '),
  };
};
