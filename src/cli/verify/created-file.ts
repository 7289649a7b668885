import { appendFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative, resolve } from 'node:path';
import type { RunOptions, Target } from '../../../contract-tests/index.ts';
import { shellWord } from '../../traffic/curl.ts';
import { mapStrings } from '../../values/map-strings.ts';
import { isObject } from '../../values/objects.ts';
import { beginning } from '../../values/quoted.ts';
import type { Io } from '../io.ts';
import { canWriteTo } from '../written.ts';
import { type Head, keyOf, type Line, unanswered } from './created-lines.ts';
import { NamedTokens } from './named-tokens.ts';

/** In characters. */
const longestValue = 200;

/** What a person needs to find a report in a database: every field, long ones by their beginning. */
function trailOf(sent: unknown): unknown {
  if (!isObject(sent)) return begun(sent);
  return Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, begun(value)]));
}

function begun(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length > longestValue ? beginning(text, longestValue) : value;
}

type Described = Pick<Target, 'baseUrl' | 'analysisUrl'> & Partial<Pick<Target, 'tokens' | 'from'>>;
type Listener = NonNullable<RunOptions['onStored']>;

/**
 * The reports created by a run, on disk as long as some may be left: one line for each create before it is sent, and
 * one for each report before it is used, so that even a crash leaves them known.
 */
export class CreatedFile {
  readonly #target: Described;
  readonly #io: Io;
  readonly #tokens: NamedTokens;
  readonly #path: string;
  readonly #head: Head;
  #isBegun = false;
  #creates = 0;
  /** Creates without a result yet, by their numbers. */
  readonly #pending = new Set<number>();
  /** Reports that are not known to be gone, by their keys. */
  readonly #left = new Set<string>();

  constructor(target: Described, targetFile: string | undefined, io: Io) {
    const { baseUrl, analysisUrl } = target;
    const folder = canWriteTo(io.cwd) ? io.cwd : tmpdir();
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    this.#target = target;
    this.#io = io;
    this.#tokens = new NamedTokens(target);
    this.#path = resolve(folder, `abuse-feed-created-${stamp}-${process.pid}.jsonl`);
    this.#head = {
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
      this.#write({ creating: { nth, about, creator, sent: trailOf(sent) } });
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

  /** How to delete reports that may be left; empty where all are known to be gone. */
  hint(hasLeftovers = this.#left.size > 0): string {
    const pending = this.#pending.size;
    if (!this.#isBegun || (!hasLeftovers && pending === 0)) return '';
    const { baseUrl, from } = this.#target;
    const file = shellWord(relative(this.#io.cwd, this.#path) || this.#path);
    const unknown = pending === 0 ? '' : `${unanswered(pending)}\n`;
    // Tokens go only where the target file says, or the command line.
    const where = from?.baseUrl === undefined ? '' : ` --base-url ${shellWord(baseUrl)}`;
    return `${unknown}To try again to delete what is left: abuse-feed verify --cleanup ${file}${where}\n\n`;
  }

  /** Says how to delete what may be left, or removes the file. */
  end(hasLeftovers?: boolean): void {
    const hint = this.hint(hasLeftovers);
    if (hint === '') rmSync(this.#path, { force: true });
    this.#io.stdout.write(hint);
  }

  /** The file begins with its first line that is not its head. */
  #write(entry: Line): void {
    const lines = this.#isBegun ? [entry] : [this.#head, entry];
    this.#isBegun = true;
    const texts = lines.map((line) => {
      const named = mapStrings(line, (text) => this.#tokens.put(text));
      return `${JSON.stringify(named)}\n`;
    });
    appendFileSync(this.#path, texts.join(''), { mode: 0o600 });
  }
}

/** Runs something that creates reports, each on disk until it is known to be gone. */
export async function withCreatedFile<T>(
  target: Target,
  file: string | undefined,
  io: Io,
  act: (listener: Listener) => Promise<T>,
): Promise<T> {
  const created = new CreatedFile(target, file, io);
  try {
    return await act(created.listener);
  } finally {
    created.end();
  }
}
