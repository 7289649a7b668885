import type { Created } from '../../../contract-tests/index.ts';
import { plural } from '../../values/listed.ts';
import { isObject } from '../../values/objects.ts';

/** Where the reports were sent, without tokens: those are in none of our files. */
export interface Head {
  readonly target: string | null;
  readonly baseUrl: string;
  readonly analysisUrl?: string;
}

/** A create that is about to be sent. */
export interface Creating {
  readonly nth: number;
  readonly about: Created['about'];
  readonly creator: string;
  readonly sent: unknown;
}

export interface Line extends Partial<Head> {
  readonly creating?: Creating;
  /** The result of a pending create is known. */
  readonly settled?: number;
  readonly created?: Created;
  readonly deleted?: Pick<Created, 'id' | 'about'>;
}

/** Of a report, within its file. */
export function keyOf({ id, about }: Pick<Created, 'id' | 'about'>): string {
  return `${about.service} ${id}`;
}

export function unanswered(count: number): string {
  return `${plural(count, 'create was', 'creates were')} sent without a response that says what came of it; what the server may have stored of that has no id here.`;
}

function isAbout(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
}

/** What each key of a line has, as a run writes it. */
const forms: { readonly [key in keyof Required<Line>]: (value: unknown) => boolean } = {
  target: (value) => value === null || typeof value === 'string',
  baseUrl: (value) => typeof value === 'string' && URL.canParse(value),
  analysisUrl: (value) => typeof value === 'string' && URL.canParse(value),
  creating: (value) =>
    isObject(value) &&
    typeof value.nth === 'number' &&
    typeof value.creator === 'string' &&
    isAbout(value.about),
  settled: (value) => typeof value === 'number',
  created: (value) =>
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.creator === 'string' &&
    isAbout(value.about),
  deleted: (value) => isObject(value) && typeof value.id === 'string' && isAbout(value.about),
};

const headKeys: readonly string[] = ['target', 'baseUrl', 'analysisUrl'] satisfies (keyof Head)[];

/** Undefined where it is not as a run writes it: the first line says where, each other one what happened. */
function lineIn(text: string, isFirst: boolean): Line | undefined {
  try {
    const read: unknown = JSON.parse(text);
    if (!isObject(read)) return undefined;
    const keys = Object.keys(read);
    const isItsPlace = isFirst
      ? keys.every((key) => headKeys.includes(key))
      : keys.length === 1 && keys.every((key) => !headKeys.includes(key));
    const isAsWritten = Object.entries(read).every(
      ([key, value]) => Object.hasOwn(forms, key) && forms[key as keyof Line](value),
    );
    return isItsPlace && isAsWritten ? (read as Line) : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of a file, and the numbers of those that are passed over. The last one may be truncated. */
export function linesIn(text: string): {
  readonly lines: Line[];
  readonly strange: readonly number[];
} {
  const lines: Line[] = [];
  const strange: number[] = [];
  const written = text.split('\n');
  for (const [at, one] of written.entries()) {
    const line = lineIn(one, at === 0);
    if (line) lines.push(line);
    else if (one !== '' && at < written.length - 1) strange.push(at + 1);
  }
  return { lines, strange };
}

/** The reports that a run has created and not deleted, and creates of which nobody knows what came of them. */
export function leftIn(lines: readonly Line[]): {
  readonly due: readonly Created[];
  readonly unknown: readonly Creating[];
} {
  const gone = new Set(lines.flatMap(({ deleted }) => (deleted ? [keyOf(deleted)] : [])));
  const settled = new Set(lines.flatMap(({ settled }) => settled ?? []));
  return {
    due: lines.flatMap(({ created }) => created ?? []).filter((one) => !gone.has(keyOf(one))),
    unknown: lines.flatMap(({ creating }) => creating ?? []).filter(({ nth }) => !settled.has(nth)),
  };
}
