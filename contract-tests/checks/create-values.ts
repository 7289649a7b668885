import { randomUUID } from 'node:crypto';
import { reportShape } from '../judge/body-shapes.ts';
import { sameText } from '../judge/sameness.ts';
import { readable } from '../talk/asked.ts';
import { Broken, NotTestable } from '../talk/cut-short.ts';
import { type Draft, draftFields } from '../talk/draft.ts';
import { madeUpHash } from '../talk/made-up.ts';
import { shown } from '../talk/shown.ts';
import { clause, provokes } from './check.ts';
import type { Context } from './context.ts';

clause('create/lowers-the-hash', async (context) => {
  const { api, callers, draft, observe } = context;
  const upper = madeUpHash().toUpperCase();
  const lower = draft({ file256Hash: upper.toLowerCase() });
  const sent = { ...lower, file256Hash: upper };
  const asked = api.create(callers.researcher, sent);
  const { exchange } = await readable(asked);
  const stored = await api.storedIfAccepted(asked);
  if (!stored) {
    observe('create.hash-case', 'refused', exchange);
    await api.found(await api.created(callers.researcher));
    throw new NotTestable('a hash in upper case is refused here');
  }
  const report = await api.found(stored);
  observe('create.hash-case', report.file256Hash === upper ? 'kept' : 'lowered', exchange);
  if (report.file256Hash !== upper.toLowerCase())
    throw new Broken({
      expected: `file256Hash: ${upper.toLowerCase()}`,
      actual: `file256Hash: ${shown(report.file256Hash)}`,
      exchange,
    });
});

const mixedCase = (hash: string): string =>
  hash.replace(/[a-f]/g, (digit, at: number) => (at % 2 === 0 ? digit.toUpperCase() : digit));

/** So is one that is partly in upper case, of a file that was reported before, by whomever and wherever. */
provokes(['create/lowers-the-hash'], async ({ api, draft, feeds, people }) => {
  const { file256Hash } = draft();
  const cases = feeds.flatMap((service) => people.researchers.map((by) => ({ service, by })));
  for (const [nth, { service, by }] of cases.entries()) {
    const hash = nth % 2 === 0 ? mixedCase(file256Hash) : file256Hash.toUpperCase();
    const asked = api.create(by, { ...draft(), file256Hash: hash }, service);
    const stored = await api.storedIfAccepted(asked);
    if (stored) await api.found(stored);
  }
});

/** Accepting what is not valid is open; storing it is not: a fetch has the form of 2.1. */
const leavesAValidReport = async (context: Context, sent: unknown): Promise<void> => {
  const { api, callers } = context;
  const stored = await api.storedIfAccepted(
    typeof sent === 'string'
      ? api.post(callers.researcher, sent)
      : api.create(callers.researcher, sent),
  );
  if (!stored) return;
  const report = await api.found(stored);
  for (const requirement of reportShape()) {
    const judgement = requirement.judge(report);
    if (judgement && !judgement.ok)
      throw new Broken({
        expected: `${judgement.expected}, since ${shown(sent)} was accepted`,
        actual: judgement.actual,
      });
  }
};

const withField = (field: keyof Draft, values: readonly unknown[]) => async (context: Context) => {
  await context.api.created(context.callers.researcher);
  await Promise.all(
    values.map((value) => leavesAValidReport(context, { ...context.draft(), [field]: value })),
  );
};

clause(
  'create/stores-valid-tags',
  withField('tags', ['rat', { rat: true }, [1, 2], [null], [['rat']], ['rat', {}], 5, null]),
);
clause(
  'create/stores-a-valid-address',
  withField('c2Address', [
    ...['c2.example', 'c2.example:', ':443', 'c2.example:http', 4444, null, ''],
    ...[['c2.example:443'], { host: 'c2.example', port: 443 }],
    ...['c2.example:443/path', 'c2.example:-1'],
  ]),
);
clause(
  'create/stores-a-valid-hash',
  withField('file256Hash', [
    'abc',
    madeUpHash().slice(1),
    `${madeUpHash()}0`,
    `g${madeUpHash().slice(1)}`,
    madeUpHash() + madeUpHash(),
    '',
    5,
    null,
    [madeUpHash()],
    { sha256: madeUpHash() },
    ...[`${madeUpHash()} `, `0x${madeUpHash()}`],
    `0x${madeUpHash().slice(2)}`,
    ...['-', ':'].map((mark) => madeUpHash().match(/../g)?.join(mark)),
    ...[40, 32].map((digits) => madeUpHash().slice(0, digits)),
  ]),
);
clause(
  'create/stores-a-valid-link',
  withField('referenceLink', [
    ...['not a url', '', 5, null, true],
    ...[['https://results.example/'], { href: 'https://results.example/' }, {}],
  ]),
);
clause(
  'create/stores-a-valid-score',
  withField('confidenceScore', ['1', 'high', 1.5, true, null, [1], { value: 1 }, '']),
);

clause('create/stores-every-field', async (context) => {
  const { api, callers, draft, observe } = context;
  await api.created(callers.researcher);
  await Promise.all(
    draftFields.map(async (field) => {
      const { [field]: _, ...rest } = draft();
      await leavesAValidReport(context, rest);
      const taken = context.ledger.all().some(({ sent }) => sent === rest);
      const exchange = context.exchanges().findLast(({ about }) => about.sent === rest);
      if (field === 'tags' || field === 'referenceLink' || field === 'confidenceScore')
        observe(`create.required.${field}`, !taken, exchange);
    }),
  );
});

clause('create/stores-only-reports', async (context) => {
  await context.api.created(context.callers.researcher);
  const bodies = ['null', '[]', '"text"', '5', '{', '{}', JSON.stringify([context.draft()])];
  // These two are not sent on creation (2.1); a server that stores them must check them.
  const more = [{ name: 7 }, { firstSeenID: 'no-uuid' }].map((one) => ({
    ...context.draft(),
    ...one,
  }));
  await Promise.all([...bodies, ...more].map((body) => leavesAValidReport(context, body)));
  await readable(context.api.post(context.callers.researcher, ''));
  const plain = JSON.stringify(context.draft());
  const asked = context.api.post(context.callers.researcher, plain, 'text/plain');
  const { exchange } = await readable(asked.showing('create.status.wrong-content-type'));
  const stored = await context.api.storedIfAccepted(asked);
  context.observe('create.content-type', stored ? 'ignored' : 'refused', exchange);
  if (stored) await context.api.found(stored);
});

/** 2.1: these are not sent on creation, so sending them changes nothing. */
const notTakenOver =
  (field: 'id' | 'reportedBy' | 'reportedAt', value: () => string) =>
  async ({ api, callers, draft }: Context) => {
    const sent: { readonly [name: string]: unknown } = { ...draft(), [field]: value() };
    const asked = api.create(callers.researcher, sent);
    const { exchange } = await readable(asked);
    const stored = await api.storedIfAccepted(asked);
    const report = await api.found(stored ?? (await api.created(callers.researcher)));
    if (sameText(report[field], sent[field]))
      throw new Broken({
        expected: `${field} as the service sets it`,
        actual: `${field}: ${shown(report[field])}, as the client sent it`,
        exchange,
      });
  };

clause('create/id-is-the-services', notTakenOver('id', randomUUID));

/** Fields the specification does not name may be ignored or refused (4.1 is silent). */
provokes(['create/flag-present'], async ({ api, callers, draft, observe }) => {
  const asked = api.create(callers.researcher, { ...draft(), abuseFeedKit: 'no such field' });
  const { outcome, exchange } = await readable(asked);
  observe('create.unknown-fields', outcome === 'success' ? 'ignored' : 'refused', exchange);
});

clause(
  'create/reporter-is-the-services',
  notTakenOver('reportedBy', () => `nobody ${randomUUID()}`),
);
clause(
  'create/time-is-the-services',
  notTakenOver('reportedAt', () => '2001-02-03 04:05:06'),
);

clause('create/overwrites-nothing', async ({ api, callers, draft }) => {
  const earlier = await api.created(callers.researcher);
  const before = await api.found(earlier);
  await readable(api.create(callers.researcher, { ...draft(), id: earlier.id }));
  const after = await api.found(earlier, 'create/overwrites-nothing');
  if (after.file256Hash !== before.file256Hash)
    throw new Broken({
      expected: `the report ${earlier.id} as it was`,
      actual: `file256Hash: ${shown(after.file256Hash)}`,
    });
});
