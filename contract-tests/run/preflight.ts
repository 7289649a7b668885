import { randomUUID } from 'node:crypto';
import { type Area, areaOf } from '../../src/spec/clauses.ts';
import type { Context } from '../checks/context.ts';
import { lookedUpFiles } from '../checks/looked-up-files.ts';
import { sameRefusal } from '../judge/sameness.ts';
import { type Answer, isObject } from '../talk/answer.ts';
import type { Asked } from '../talk/asked.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/cut-short.ts';
import { madeUpFeed } from '../talk/made-up.ts';
import { said, shown } from '../talk/shown.ts';
import type { Run } from './connect.ts';

const tls = /CERT|SSL|TLS|ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO|WRONG_VERSION/i;

const untrusted = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/i;

const transport = (error: NoAnswer): string => {
  const text = `${error.code} ${error.message}`.trim();
  if (untrusted.test(text))
    return `no secure connection (TLS): ${text}. Give the certificate of its authority as \`ca\`.`;
  if (tls.test(text)) return `no secure connection (TLS): ${text}`;
  if (/ENOTFOUND|EAI_AGAIN/.test(text)) return `no such host: ${text}`;
  if (/TIMEOUT/.test(text)) return `no answer in time: ${text}`;
  return `unreachable: ${text}`;
};

const isPage = ({ exchange: { response } }: Answer): boolean =>
  /^\s*<(!doctype|html|\?xml)/i.test(response.body) ||
  /text\/html/i.test(response.headers['content-type'] ?? '');

/** Whether something else answers: all of it is pages, or errors that are no JSON. A success that is no JSON is a violation instead. */
const isElsewhere = (answers: readonly Answer[]): boolean =>
  answers.every(
    (answer) =>
      !isObject(answer.json) && (isPage(answer) || answer.exchange.response.status >= 300),
  );

const later = (answer: Answer): string => `it asks to come back later for ever: ${said(answer)}`;

const ask = async (asked: Asked): Promise<Answer> => asked;

/** Whether an area can be judged at all; where not, the key of the target file to look at is noted. */
export const preflight = async (run: Run, area: Area): Promise<boolean> => {
  const context = run.context();
  const isUsable = area === 'feed' ? await feedIsUsable(context) : await lookupIsUsable(context);
  if (!isUsable)
    for (const clause of run.plan.clauses)
      if (areaOf(clause) === area)
        run.evidence.untested(clause.id, 'the preflight found a problem with the target file');
  return isUsable;
};

const feedIsUsable = async (context: Context): Promise<boolean> => {
  const { api, callers, draft, evidence } = context;
  try {
    const [absent, created] = await Promise.all([
      ask(api.fetch(callers.researcher, randomUUID())),
      ask(api.create(callers.researcher, draft())),
    ]);
    if (isElsewhere([absent, created])) {
      evidence.problem({
        key: 'baseUrl',
        message: `no JSON comes from there: ${said(created)}`,
        exchange: created.exchange,
      });
      return false;
    }
    if (created.exchange.throttled) {
      evidence.problem({ key: 'baseUrl', message: later(created), exchange: created.exchange });
      return false;
    }
    if (created.outcome !== 'refusal') return true;
    const [unknown, nowhere] = await Promise.all([
      ask(api.create(callers.unknown, draft())),
      ask(api.create(callers.researcher, draft(), madeUpFeed())),
    ]);
    const key = sameRefusal(created, unknown)
      ? 'tokens.researcher'
      : sameRefusal(created, nowhere)
        ? 'service'
        : 'payload';
    evidence.problem({
      key,
      message: `a complete report was refused: ${said(created)}`,
      exchange: created.exchange,
    });
    return false;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    evidence.problem({ key: 'baseUrl', message: transport(error) });
    return false;
  }
};

const lookupIsUsable = async (context: Context): Promise<boolean> => {
  const { api, callers, evidence } = context;
  try {
    const files = await lookedUpFiles(context);
    const missing = files.filter(({ lookups }) => lookups.every(({ analysis }) => !analysis));
    const [first] = missing;
    const lookup = first?.lookups[0];
    if (!first || !lookup) return true;
    const { response } = lookup.exchange;
    const answer: Answer = { exchange: lookup.exchange, outcome: 'refusal', body: {} };
    const all = missing.length === files.length;
    const unknown = await ask(api.lookup(callers.unknown, lookup.hash));
    const key =
      all && isPage(answer)
        ? 'analysisUrl'
        : all && sameRefusal(answer, unknown)
          ? 'tokens.analyst'
          : first.key;
    const text = `${response.status} ${shown(response.body)}`;
    evidence.problem({
      key,
      message: `no analysis comes for ${lookup.hash}: ${text}`,
      exchange: lookup.exchange,
    });
    return !all;
  } catch (error) {
    if (error instanceof NoAnswer) {
      evidence.problem({ key: 'analysisUrl', message: transport(error) });
      return false;
    }
    if (error instanceof NotTestable) {
      evidence.problem({ key: 'analysisUrl', message: error.message });
      return false;
    }
    throw error;
  }
};
