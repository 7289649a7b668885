import { adminSchema } from '../../contract/admin-document.ts';
import {
  type Dialect,
  DialectProblem,
  type Differences,
  defaultDialect,
  dialectOf,
  differencesOf,
  type OpenPointId,
} from '../../dialects/dialect.ts';
import { checkedDialect } from '../../dialects/dialect-file.ts';
import {
  type DialectName,
  dialectNames,
  isDialectName,
  namedDialects,
  nameOfDialect,
} from '../../dialects/named.ts';
import { randomDialect } from '../../dialects/random.ts';
import { inWords } from '../../document/document.ts';
import { type DocumentCheck, documentCheck } from '../../document/document-check.ts';
import type { OpenPoint } from '../../spec/open-point.ts';
import { openPoints } from '../../spec/open-points.ts';
import { described, hidesContents } from '../../values/described.ts';
import { nearest } from '../../values/nearest.ts';
import type { World } from '../../worlds/world.ts';

/** A dialect by name, by its differences from the default, complete, or random; or in the form of the HTTP API. */
export type DialectChoice =
  | DialectName
  | Differences
  | Dialect
  | { readonly random: number }
  | { readonly name: DialectName }
  | { readonly differences: Differences };

/** Throws a DialectProblem if the choice is invalid. */
export function chosenDialect(choice: DialectChoice): Dialect {
  if (typeof choice === 'string') {
    if (isDialectName(choice)) return dialectOf(namedDialects[choice].differences);
    if (/[./\\]/.test(choice)) {
      const detail = `There is no dialect "${choice}". A file of one is for abuse-feed serve --dialect; a program gives its answers: { 'create.status.created': 200 }.`;
      throw new DialectProblem(detail);
    }
    if (choice === 'random')
      throw new DialectProblem('A random dialect has a seed in a program: { random: 1 }.');
    const near = nearest(choice, dialectNames);
    throw new DialectProblem(
      `There is no dialect "${choice}". ${near ? `Did you mean "${near}"?` : `There are ${dialectNames.join(', ')}.`}`,
    );
  }
  if (hidesContents(choice)) {
    const detail = `the dialect is ${described(choice)}; expected a map of open points and answers`;
    throw new DialectProblem(detail);
  }
  if (isForm(choice)) return formed(choice);
  // Compiling the check takes a large part of the start-up time, and most servers use the default.
  return isDefault(choice) ? defaultDialect : dialectOf(checkedDialect(choice));
}

type Form = Partial<Record<(typeof forms)[number], unknown>>;
const forms = ['random', 'name', 'differences'] as const;

/** No open point has such a short name. */
function isForm(choice: unknown): choice is Form {
  return typeof choice === 'object' && choice !== null && forms.some((key) => key in choice);
}

function formed(form: Form): Dialect {
  checkForm(form);
  if (form.random !== undefined) return randomDialect(form.random as number);
  if (form.name !== undefined) return chosenDialect(form.name as DialectName);
  return dialectOf(checkedDialect(form.differences));
}

function isDefault(choice: unknown): boolean {
  return (
    typeof choice === 'object' &&
    choice !== null &&
    !Array.isArray(choice) &&
    Object.entries(choice).every(([id, answer]) => defaultDialect[id as OpenPointId] === answer)
  );
}

let formMistakes: DocumentCheck | undefined;

function checkForm(form: unknown): void {
  formMistakes ??= documentCheck(adminSchema('DialectChoice'), { document: 'the dialect' });
  const mistakes = formMistakes(form);
  if (mistakes.length > 0) throw new DialectProblem(inWords(mistakes, 'the dialect'));
}

/** A dialect by its name, if any, and its differences from the default. */
interface DialectLabel {
  readonly name?: DialectName;
  readonly differences: Differences;
}

export interface DialectView extends DialectLabel {
  /** The initial dialect, which a reset restores. */
  readonly began: DialectLabel;
  readonly dialects: readonly {
    readonly name: DialectName;
    readonly says: string;
    readonly differences: Differences;
  }[];
  readonly openPoints: readonly (OpenPoint & { readonly answer: OpenPoint['default'] })[];
}

export function dialectView({ dialect, firstDialect }: World): DialectView {
  return {
    ...labelOf(dialect),
    began: labelOf(firstDialect),
    dialects: dialectNames.map((one) => ({ name: one, ...namedDialects[one] })),
    openPoints: openPoints.map((point) => ({
      ...point,
      answer: dialect[point.id as keyof Dialect],
    })),
  };
}

/** A cache: many worlds share a dialect, and every listing needs its label. */
const labels = new WeakMap<Dialect, DialectLabel>();

export function labelOf(dialect: Dialect): DialectLabel {
  const known = labels.get(dialect);
  if (known) return known;
  const name = nameOfDialect(dialect);
  const label = { ...(name && { name }), differences: differencesOf(dialect) };
  labels.set(dialect, label);
  return label;
}
