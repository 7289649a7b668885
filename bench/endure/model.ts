import type { Client } from '../client.ts';

/** A report as sent, and its service. */
export interface Draft {
  readonly service: string;
  readonly createdBy: string;
  readonly tags: readonly string[];
  readonly c2Address: string;
  readonly file256Hash: string;
  readonly referenceLink: string;
  readonly confidenceScore: number;
}

/** The contents of a server, as listed by its control plane. */
interface State {
  readonly reports: readonly (Draft & { readonly id: string })[];
  readonly callers: readonly { readonly id: string; readonly requestsLeft: number }[];
}

export async function stateOf(client: Client): Promise<State> {
  return (await client.must({ path: '/__admin/state' })).json as unknown as State;
}

/** The state of a report: `creating` and `deleting` are undecided until a response arrives. */
type Stage = 'creating' | 'there' | 'deleting' | 'gone' | 'refused';

export interface Known {
  readonly draft: Draft;
  id: string | undefined;
  stage: Stage;
}

/** The first tag identifies a draft, even if no response returned its id. */
function keyOf({ tags, id }: Draft & { readonly id?: string | undefined }): string {
  return tags[0]?.startsWith('mark-') ? tags[0] : (id ?? '');
}

const lost: { readonly [stage in Stage]?: string } = { there: 'was acknowledged and is lost' };
const back: { readonly [stage in Stage]?: string } = {
  gone: 'was deleted and is there again',
  refused: 'was refused and is there',
};

/** Compares what the callers were told with what the server has. */
export class Model {
  readonly #reports = new Map<string, Known>();
  readonly #counts = new Map<string, { left: number; unanswered: number }>();
  acknowledged = 0;
  refused = 0;

  constructor(state: State) {
    this.#settle(state);
  }

  get there(): Known[] {
    return [...this.#reports.values()].filter(({ stage }) => stage === 'there');
  }

  creating(draft: Draft): Known {
    const known: Known = { draft, id: undefined, stage: 'creating' };
    this.#reports.set(keyOf(draft), known);
    return known;
  }

  /** Returns a function to call when the response arrives. */
  lookingUp(caller: string): (isCounted: boolean) => void {
    const count = this.#counts.get(caller);
    if (!count) throw new Error(`nobody knows the count of ${caller}`);
    count.unanswered += 1;
    return (isCounted) => {
      count.unanswered -= 1;
      if (isCounted) count.left -= 1;
    };
  }

  /** Returns what is wrong with a state, then adopts it to settle what was undecided. */
  compare(state: State): string[] {
    const found = new Map(state.reports.map((report) => [keyOf(report), report]));
    const problems = state.reports.length > found.size ? ['a report is there twice'] : [];
    for (const [key, { draft, id, stage }] of this.#reports) {
      const report = found.get(key);
      const wrong = (report ? back : lost)[stage];
      if (wrong !== undefined) problems.push(`report ${id ?? key} ${wrong}`);
      if (!report) continue;
      if (id !== undefined && report.id !== id) problems.push(`report ${id} is now ${report.id}`);
      for (const field of Object.keys(draft) as (keyof Draft)[]) {
        if (JSON.stringify(draft[field]) === JSON.stringify(report[field])) continue;
        problems.push(`report ${report.id} has another ${field} than was sent`);
      }
    }
    for (const [key, { id }] of found)
      if (!this.#reports.has(key)) problems.push(`report ${id} was created by nobody`);
    const now = new Map(state.callers.map(({ id, requestsLeft }) => [id, requestsLeft]));
    for (const [caller, { left, unanswered }] of this.#counts) {
      const count = now.get(caller) ?? Number.NaN;
      if (count <= left && count >= left - unanswered) continue;
      problems.push(
        `${caller} has ${count} lookups left, not ${left} less ${unanswered} in flight`,
      );
    }
    this.#settle(state);
    return problems;
  }

  #settle({ reports, callers }: State): void {
    for (const known of this.#reports.values()) if (known.stage !== 'refused') known.stage = 'gone';
    for (const { id, ...draft } of reports) {
      const key = keyOf({ ...draft, id });
      const known = this.#reports.get(key) ?? { draft, id, stage: 'there' };
      this.#reports.set(key, Object.assign(known, { id, stage: 'there' }));
    }
    for (const { id, requestsLeft } of callers)
      this.#counts.set(id, { left: requestsLeft, unanswered: 0 });
  }
}
