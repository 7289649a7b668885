import { appendFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative, resolve } from 'node:path';
import type { Created, RunOptions, Target } from '../../../contract-tests/index.ts';
import { shellWord } from '../../traffic/curl.ts';
import { Redactor } from '../../traffic/redactor.ts';
import { secretForms } from '../../traffic/secrets.ts';
import { plural } from '../../values/listed.ts';
import { isObject } from '../../values/objects.ts';
import { beginning } from '../../values/quoted.ts';
import type { Io } from '../io.ts';
import { canWriteTo } from '../written.ts';

/** A line of the file has one of these: first where reports are sent, then what becomes of each. */
interface Line {
  readonly run?: WhereSent;
  /** A create that is about to be sent. */
  readonly creating?: Creating;
  /** The result of that create is known. */
  readonly settled?: number;
  readonly created?: Created;
  readonly deleted?: Pick<Created, 'id' | 'about'>;
}

export interface WhereSent {
  readonly target: string | null;
  readonly baseUrl: string;
  readonly analysisUrl?: string;
}

export interface Creating {
  readonly nth: number;
  readonly about: Created['about'];
  readonly creator: string;
  /** As JSON, or its beginning. */
  readonly sent: string;
}

/** Of a report, within its file. */
export function keyOf({ id, about }: Pick<Created, 'id' | 'about'>): string {
  return `${about.service} ${id}`;
}

export function unanswered(count: number): string {
  return `${plural(count, 'create was', 'creates were')} sent without a response that says what came of it; what the server may have stored of that has no id here.`;
}

/** Enough for a person to find a report in a database, in characters. */
const longestTrail = 2000;

/** Writes a line without tokens. */
export function lineWriter({ tokens }: Pick<Target, 'tokens'>): (line: Line) => string {
  const { limited, ...single } = tokens;
  const all = [...Object.values(single), ...limited.map(({ token }) => token)];
  const hiding = new Redactor(all.flatMap(secretForms));
  return (line) => `${JSON.stringify(hiding.value(line))}\n`;
}

/** Nothing of a line that no run writes so, such as the last one after a crash. */
function lineIn(text: string): Line[] {
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) ? [read] : [];
  } catch {
    return [];
  }
}

/** What a file says: reports that a run has created and not deleted, and creates without a known result. */
export function readCreated(text: string) {
  const lines = text.split('\n').flatMap(lineIn);
  const gone = new Set(lines.flatMap(({ deleted }) => (deleted?.about ? [keyOf(deleted)] : [])));
  const settled = new Set(lines.map((line) => line.settled));
  return {
    run: lines[0]?.run,
    due: lines
      .flatMap(({ created }) => (created?.about ? created : []))
      .filter((one) => !gone.has(keyOf(one))),
    unknown: lines
      .flatMap(({ creating }) => (creating?.about ? creating : []))
      .filter(({ nth }) => !settled.has(nth)),
  };
}

type Listener = NonNullable<RunOptions['onStored']>;

/**
 * The reports created by a run, on disk as long as some may be left: one line for each create before it is sent, and
 * one for each report before it is used, so that even a crash leaves them known.
 */
export class CreatedFile {
  readonly #target: Target;
  readonly #textOf: ReturnType<typeof lineWriter>;
  readonly #io: Io;
  readonly #path: string;
  readonly #run: WhereSent;
  #isBegun = false;
  #creates = 0;
  /** Creates without a result yet, by their numbers. */
  readonly #pending = new Set<number>();
  /** Reports that are not known to be gone, by their keys. */
  readonly #left = new Set<string>();

  constructor(target: Target, targetFile: string | undefined, io: Io) {
    const { baseUrl, analysisUrl } = target;
    const folder = canWriteTo(io.cwd) ? io.cwd : tmpdir();
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    this.#target = target;
    this.#textOf = lineWriter(target);
    this.#io = io;
    this.#path = resolve(folder, `abuse-feed-created-${stamp}-${process.pid}.jsonl`);
    this.#run = {
      target: targetFile === undefined ? null : resolve(io.cwd, targetFile),
      baseUrl,
      ...(analysisUrl && { analysisUrl }),
    };
  }

  readonly listener: Listener = {
    creating: ({ about, creator, sent }) => {
      this.#creates += 1;
      const nth = this.#creates;
      this.#pending.add(nth);
      this.#write({
        creating: {
          nth,
          about,
          creator,
          sent: beginning(JSON.stringify(sent) ?? '', longestTrail),
        },
      });
      return () => {
        this.#pending.delete(nth);
        this.#write({ settled: nth });
      };
    },
    created: ({ id, about, creator }) => {
      this.#left.add(keyOf({ id, about }));
      this.#write({ created: { id, about, creator } });
    },
    deleted: ({ id, about }) => {
      this.#left.delete(keyOf({ id, about }));
      this.#write({ deleted: { id, about } });
    },
  };

  /** Says how to delete what may be left, or removes the file where all is known to be gone. */
  end(hasLeftovers = this.#left.size > 0): void {
    const pending = this.#pending.size;
    if (!this.#isBegun || (!hasLeftovers && pending === 0)) {
      rmSync(this.#path, { force: true });
      return;
    }
    const { baseUrl, from } = this.#target;
    const file = shellWord(relative(this.#io.cwd, this.#path) || this.#path);
    // Tokens go only where the target file says, or the command line.
    const where = from?.baseUrl === undefined ? '' : ` --base-url ${shellWord(baseUrl)}`;
    this.#io.stdout.write(
      `${pending === 0 ? '' : `${unanswered(pending)}\n`}To try again to delete what is left: abuse-feed verify --cleanup ${file}${where}\n\n`,
    );
  }

  /** The file begins with its first line that is not its head. */
  #write(entry: Line): void {
    const lines = this.#isBegun ? [entry] : [{ run: this.#run }, entry];
    this.#isBegun = true;
    appendFileSync(this.#path, lines.map(this.#textOf).join(''), { mode: 0o600 });
  }
}
