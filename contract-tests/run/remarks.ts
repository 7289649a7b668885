import { draftFlaws } from '../../src/spec/requests/draft-flaws.ts';
import { otherCase } from '../drive/forged-tokens.ts';
import { instantOf, isUuid } from '../model/formats.ts';
import { isObject, readAnswer } from '../talk/answer.ts';
import type { Exchange, OperationId } from '../talk/exchange.ts';
import { secretForms } from '../talk/secrets.ts';
import type { Target } from '../target/target.ts';
import type { RunConnection } from './connect.ts';

/** Something a reader may want to know that the specification does not forbid: no part of the verdict. */
export interface Remark {
  readonly id: '5xx' | 'token-shown' | 'token-case' | 'reported-at' | 'first-seen-id';
  readonly says: string;
}

type Seen = Pick<RunConnection, 'client' | 'reports' | 'target'>;

/** What is noticed in all exchanges of a run. */
export const remarksOf = (run: Seen): Remark[] => {
  const answered = run.client.exchanges.filter((one) => !one.throttled && !run.client.isLimit(one));
  return [
    ...failing(answered),
    ...tokenShown(answered, run.target),
    ...takenInOtherCase(answered),
    ...noClock(run),
    ...newEachTime(answered),
  ];
};

const remark = (id: Remark['id'], says: string | undefined): Remark[] =>
  says === undefined ? [] : [{ id, says }];

const requestOf = ({ request, caller }: Exchange): string =>
  `${request.method} ${request.url} as ${caller}`;

const words: { readonly [operation in OperationId]: string } = {
  create: 'creates',
  fetch: 'fetches',
  delete: 'deletions',
  lookup: 'lookups',
};

/** Of a caller that the target file names, and of the right form. */
const isValid = ({ operation, about, caller }: Exchange): boolean => {
  if (!/^tokens\.\w+$/.test(caller)) return false;
  if (operation === 'create')
    return isObject(about.sent) && !draftFlaws(about.sent).some(({ kind }) => kind === 'breaks');
  return operation === 'lookup'
    ? /^([\da-f]{64}|[\da-f]{128})$/i.test(about.hash ?? '')
    : isUuid(about.report);
};

const failing = (exchanges: readonly Exchange[]): Remark[] =>
  (Object.keys(words) as OperationId[]).flatMap((operation) => {
    const valid = exchanges.filter((one) => one.operation === operation && isValid(one));
    const failed = valid.filter(({ response }) => response.status >= 500);
    const [first] = failed;
    return remark(
      '5xx',
      first &&
        `${failed.length} of ${valid.length} valid ${words[operation]} were answered with ${first.response.status}, such as ${requestOf(first)}.`,
    );
  });

/** Shorter ones may be there by chance. */
const leastShown = 8;

const tokenShown = (exchanges: readonly Exchange[], { tokens }: Target): Remark[] => {
  const { limited, ...single } = tokens;
  const held = [
    ...Object.entries(single).map(([role, token]) => ({ key: `tokens.${role}`, token })),
    ...limited.map(({ token }, nth) => ({ key: `tokens.limited[${nth}]`, token })),
  ].flatMap(({ key, token = '' }) =>
    secretForms(token)
      .filter((form) => form.length >= leastShown)
      .map((form) => ({ key, form })),
  );
  for (const exchange of exchanges) {
    const { body, headers } = exchange.response;
    const texts = [body, ...Object.values(headers)];
    const shown = held.find(({ form }) => texts.some((text) => text.includes(form)));
    if (shown)
      return remark('token-shown', `An answer shows ${shown.key}: ${requestOf(exchange)}.`);
  }
  return [];
};

const takenInOtherCase = (exchanges: readonly Exchange[]): Remark[] => {
  const isServed = (one: Exchange | undefined): boolean =>
    one !== undefined && readAnswer(one).outcome === 'success';
  const taken = exchanges.find((one) => one.caller.endsWith(otherCase) && isServed(one));
  const stranger = exchanges.find(
    (one) => one.caller === 'unknown token' && one.request.url === taken?.request.url,
  );
  const isTold = taken !== undefined && stranger !== undefined && !isServed(stranger);
  return remark(
    'token-case',
    isTold ? `A token is taken in another case, too: ${requestOf(taken)}.` : undefined,
  );
};

const minute = 60_000;
const hour = 60 * minute;

/** Zones differ by quarters of an hour, and clocks by a little; a time may be rounded. */
const noClock = ({ reports }: Seen): Remark[] => {
  const late = reports.all().flatMap(({ shown, createdAt }) => {
    const { reportedAt } = shown ?? {};
    const at = typeof reportedAt === 'string' ? instantOf(reportedAt) : Number.NaN;
    return Number.isNaN(at) ? [] : [at - (performance.timeOrigin + createdAt)];
  });
  const [least, most] = [Math.min(...late), Math.max(...late)];
  const beside = Math.abs(least - Math.round(least / (hour / 4)) * (hour / 4));
  const isExplained =
    most - least < 2 * minute && Math.abs(least) < 15 * hour && beside < 5 * minute;
  return remark(
    'reported-at',
    late.length < 3 || isExplained
      ? undefined
      : `No clock and no zone explains reportedAt: of ${late.length} reports it is ${Math.round(least / 1000)} to ${Math.round(most / 1000)} s after the creation, read as UTC.`,
  );
};

const newEachTime = (exchanges: readonly Exchange[]): Remark[] => {
  const seen = new Map<string, unknown[]>();
  for (const exchange of exchanges) {
    const { report } = exchange.operation === 'fetch' ? readAnswer(exchange).body : {};
    if (!isObject(report) || typeof report.id !== 'string') continue;
    seen.set(report.id, [...(seen.get(report.id) ?? []), report.firstSeenID]);
  }
  const [id, list = []] =
    [...seen].find(([, ids]) => ids.length > 2 && new Set(ids).size === ids.length) ?? [];
  return remark(
    'first-seen-id',
    id &&
      `firstSeenID is another at each fetch: ${list.length} of them in ${list.length} fetches of ${id}.`,
  );
};
