import { randomUUID } from 'node:crypto';
import type { Conversation, RunUnderWay } from '../../judging/run/scenario.ts';
import { type Answer, readAnswer } from '../../judging/talk/answer.ts';
import { NoAnswer } from '../../judging/talk/client.ts';
import { formatAnswer } from '../../judging/talk/format.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { ifAnswered, type PendingAnswer } from '../drive/asked.ts';
import { type Context, contextOf, type Setting } from '../drive/context.ts';
import { firstLookup, lookedUpFiles } from '../drive/files.ts';
import type { AbuseFeedModel } from '../model/model.ts';
import { sameRefusal } from '../model/sameness.ts';
import { madeUpFeed } from '../requests/made-up.ts';
import {
  formatForeignAnswer,
  isFeedAnswer,
  isWrongLookupUrl,
  isWrongUrl,
  wrongUrlHint,
} from './wrong-url.ts';

const tls = /CERT|SSL|TLS|ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO|WRONG_VERSION/i;

const untrusted = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/i;

function transport(error: NoAnswer): string {
  const text = `${error.code} ${error.message}`.trim();
  if (untrusted.test(text))
    return `no secure connection (TLS): ${text}. Give the certificate of its authority as \`ca\`.`;
  if (tls.test(text)) return `no secure connection (TLS): ${text}`;
  if (/ENOTFOUND|EAI_AGAIN/.test(text)) return `no such host: ${text}`;
  if (/TIMEOUT/.test(text)) return `no response in time: ${text}`;
  if (/longer than/.test(text)) return `no response that can be judged: ${text}`;
  return `unreachable: ${text}`;
}

function later(answer: Answer): string {
  return `it asks to come back later for ever: ${formatAnswer(answer)}`;
}

async function ask(asked: PendingAnswer): Promise<Answer> {
  return asked;
}

type Usable = 'yes' | 'no' | 'elsewhere';

type Check = (context: Context, elsewhere: Elsewhere) => Promise<Usable>;

/** The requests before anything is judged: whether the target is what its file says. */
export class Preflight {
  readonly #setting: Setting;
  readonly #run: RunUnderWay<AbuseFeedModel>;

  constructor(setting: Setting, run: RunUnderWay<AbuseFeedModel>) {
    this.#setting = setting;
    this.#run = run;
  }

  /** If the feed cannot be judged, nothing is looked up: each lookup would be counted (8) for nothing. */
  async usableAreas(): Promise<readonly string[]> {
    const { areas, clauses } = this.#run.plan;
    const checked = areas.map((area) => this.#isUsable(area));
    await Promise.allSettled(checked);
    const usable = await Promise.all(checked);
    const isUsable = (area: string): boolean => usable[areas.indexOf(area)] ?? true;
    if (isUsable('feed')) return areas.filter(isUsable);
    for (const { id, area } of clauses)
      if (area === 'lookup')
        this.#run.evidence.addUntested(id, 'nothing is looked up before the feed can be judged');
    return [];
  }

  /** Whether all files of the target are found, once the lookup is known to respond. */
  filesAreFound(): Promise<boolean> {
    return this.#judgedAs('lookup', filesAreUsable);
  }

  #isUsable(area: string): Promise<boolean> {
    return this.#judgedAs(area, area === 'feed' ? feedIsUsable : lookupAnswers);
  }

  /**
   * Whether an area can be judged at all; if not, records the key of the target file to check. Another API is
   * not judged by these clauses, so responses are judged only after this check.
   */
  async #judgedAs(area: string, check: Check): Promise<boolean> {
    const run = this.#run;
    const waiting: Answer[] = [];
    const hear = (answer: Answer): unknown => waiting.push(answer);
    const context = this.#context(run.conversation(`preflight of the ${area}`, hear));
    const clauses = run.plan.clauses.filter((one) => one.area === area).map(({ id }) => id);
    let usable: Usable = 'no';
    try {
      usable = await whileUp(() => check(context, this.#elsewhere()));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      run.evidence.unanswered.push({ clauses, error });
      return false;
    } finally {
      if (usable !== 'elsewhere') for (const answer of waiting) run.judge(answer);
    }
    if (usable !== 'yes')
      for (const id of clauses)
        run.evidence.addUntested(id, 'the preflight found a problem with the target file');
    return usable === 'yes';
  }

  /** The response to a path that this API does not have; no clause applies to it, and no token is sent. */
  #elsewhere(): Elsewhere {
    const { api, callers } = this.#context(this.#run.conversation('preflight', () => undefined));
    const way = { rawPath: `/${madeUpFeed()}` };
    return (operation) => ask(api.send({ operation, caller: callers.nobody, about: {}, way }));
  }

  #context(conversation: Conversation<AbuseFeedModel>): Context {
    return contextOf(conversation, this.#setting);
  }
}

/** Again, if the server had stopped, and has come back. */
async function whileUp<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof NoAnswer && error.isOver)) throw error;
    return check();
  }
}

type Elsewhere = (operation: 'fetch' | 'lookup') => Promise<Answer>;

/** Names the key of the target file that a response puts in doubt. */
function doubt(evidence: Context['evidence'], key: string, { exchange }: Answer, message: string) {
  return evidence.addProblem({ key, message, exchange });
}

/** A server that has stopped answering is no mistake in the target file. */
function notUsable(error: unknown, key: string, evidence: Context['evidence']): Usable {
  const isExpected = error instanceof NoAnswer ? !error.outage : error instanceof NotTestable;
  if (!isExpected) throw error;
  const message = error instanceof NoAnswer ? transport(error) : (error as Error).message;
  evidence.addProblem({ key, message });
  return 'no';
}

/** What a refusal of a complete report may mean besides: the first key alone would be a guess. */
const otherDoubts = {
  'tokens.researcher': '',
  payload: '; or tokens.researcher is no researcher',
  service: '; or tokens.researcher is not known',
};

async function feedIsUsable(context: Context, elsewhere: Elsewhere): Promise<Usable> {
  const { api, callers, draft, evidence } = context;
  try {
    const [absent, created] = await Promise.all([
      ask(api.fetch(callers.researcher, randomUUID())),
      ask(api.create(callers.researcher, draft())),
    ]);
    const isOurs = isFeedAnswer(created) || isFeedAnswer(absent);
    if (!isOurs && isWrongUrl([absent, created], await elsewhere('fetch'))) {
      const said = `${formatForeignAnswer(created)}; ${wrongUrlHint}`;
      doubt(evidence, 'baseUrl', created, `this API does not respond there: ${said}`);
      return 'elsewhere';
    }
    if (created.exchange.throttled) {
      doubt(evidence, 'baseUrl', created, later(created));
      return 'no';
    }
    if (created.outcome !== 'refusal') {
      const { id } = created.body;
      // Seen before all others, and left alone until the end, when it must still be there.
      if (typeof id === 'string') await ifAnswered(api.fetch(callers.researcher, id));
      return 'yes';
    }
    const feed = madeUpFeed();
    const [unknown, nowhere, absentNowhere] = await Promise.all([
      ask(api.create(callers.unknown, draft())),
      ask(api.create(callers.researcher, draft(), feed)),
      ask(api.fetch(callers.researcher, randomUUID(), feed)),
    ]);
    // A report may be refused before anybody looks for its feed; a fetch then tells whether there is one.
    const isFeedThere = !sameRefusal(created, nowhere) || !sameRefusal(absent, absentNowhere);
    const key = sameRefusal(created, unknown)
      ? 'tokens.researcher'
      : isFeedThere
        ? 'payload'
        : 'service';
    const said = `a complete report was refused: ${formatAnswer(created)}`;
    doubt(evidence, key, created, `${said}${otherDoubts[key]}`);
    return 'no';
  } catch (error) {
    return notUsable(error, 'baseUrl', evidence);
  }
}

/** One lookup by a caller with requests to spare: if it succeeds, failures of others may mean that theirs are used up. */
const lookupAnswers: Check = async (context, elsewhere) => {
  const first = await firstLookup(context).catch(() => undefined);
  return first?.analysis ? 'yes' : filesAreUsable(context, elsewhere);
};

async function filesAreUsable(context: Context, elsewhere: Elsewhere): Promise<Usable> {
  const { api, callers, evidence } = context;
  try {
    const files = await lookedUpFiles(context);
    const missing = files.filter(({ lookups }) => lookups.every(({ analysis }) => !analysis));
    const [first] = missing;
    const lookup = first?.lookups[0];
    if (!first || !lookup) return 'yes';
    const answer = readAnswer(lookup.exchange);
    const all = missing.length === files.length;
    const unknown = await ask(api.lookup(callers.unknown, lookup.hash));
    const isAnybodys = all && sameRefusal(answer, unknown);
    if (all && isWrongLookupUrl(answer, isAnybodys ? await elsewhere('lookup') : undefined)) {
      const said = `${formatForeignAnswer(answer)}; ${wrongUrlHint}`;
      doubt(evidence, 'analysisUrl', answer, `no analysis comes from there: ${said}`);
      return 'elsewhere';
    }
    const key = isAnybodys ? 'tokens.analyst' : first.key;
    const said = `no analysis comes for ${lookup.hash}: ${formatForeignAnswer(answer)}`;
    doubt(evidence, key, answer, said);
    return all ? 'no' : 'yes';
  } catch (error) {
    return notUsable(error, 'analysisUrl', evidence);
  }
}
