import { expect, test } from 'vitest';
import { listenerOf, readTarget } from '../contract-tests/index.ts';
import { readRecording } from '../contract-tests/judging/listen/recording.ts';
import { jsonIn } from '../contract-tests/judging/talk/body.ts';
import { capturedText, keptText } from '../contract-tests/judging/talk/body-text.ts';
import { formatStart } from '../contract-tests/judging/talk/format.ts';
import { forgedTokens } from '../contract-tests/service/requests/forged-tokens.ts';
import { countPlans } from '../contract-tests/service/spend/count-plan.ts';
import { checkedTarget } from '../contract-tests/service/target/target-check.ts';
import { linesOf, parseYaml } from './document/yaml.ts';
import { type HostileText, hostileTexts, plainText } from './hostile-texts.test.support.ts';
import { preferencesIn } from './http/request/prefer.ts';
import { withoutRepeats } from './http/request/repeated-parameters.ts';
import { acceptedFrom } from './matrix/accepted.ts';
import { testResults } from './matrix/test-results.ts';
import { codeTokens } from './pages/code-tokens.ts';
import { requestFlaws } from './requests/request-flaws.ts';
import { readEditedDb } from './store/file/db-text.ts';
import { readJournal } from './store/file/journal.ts';
import { etagOf } from './traffic/etag.ts';
import { Redactor } from './traffic/redactor.ts';
import { retryAfterMs } from './traffic/retry-after.ts';
import { hasSeveralTokens, schemeOf } from './traffic/scheme.ts';
import { secretForms, secretsIn, withoutTokensIn } from './traffic/secrets.ts';
import { folded } from './values/folded.ts';
import { printable, printableLines } from './values/printable.ts';
import { isUrl, normalUrl, withoutTrailingSlashes } from './values/url.ts';

const redactor = new Redactor(['token-reader', 'Bearer 7Hq2-kLm9-xyz', 'sesame', 'ab-1']);
const crowd = new Redactor(
  Array.from({ length: 12_000 }, (_, nth) => `token-reade-${nth.toString(36)}-of-many`),
);

const url = 'http://127.0.0.1:9/feed/tunnelco/api';
const target = readTarget('contract-tests/targets/reference.yaml');

/** What a listener makes of an exchange with this text in it. */
function heard(part: { url?: string; header?: string; sent?: string; body?: string }): void {
  listenerOf(target).observe({
    request: {
      method: part.sent === undefined ? 'GET' : 'POST',
      url: part.url ?? url,
      headers: { authorization: part.header ?? 'token-reader', 'content-type': 'application/json' },
      ...(part.sent !== undefined && { body: part.sent }),
    },
    response: {
      status: 200,
      headers: { 'content-type': part.header ?? 'application/json' },
      body: part.body ?? '{}',
    },
    startedAt: 0,
    endedAt: 1,
  });
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

function har(text: string): string {
  return JSON.stringify({
    log: {
      entries: [
        {
          startedDateTime: '2026-01-31T13:45:00Z',
          time: 1,
          request: { method: 'GET', url: `${url}?report=${text}`, headers: [] },
          response: { status: 200, headers: [], content: { text } },
        },
      ],
    },
  });
}

/** Every reader of files, URLs, headers and bodies. What it says of the text does not matter here. */
const readers: { readonly [name: string]: (text: string) => unknown } = {
  'what hides tokens in text of ours': (text) => redactor.ours(text),
  'what hides tokens in text of a server': (text) => redactor.theirs(text),
  'what hides thousands of tokens with one beginning': (text) => crowd.theirs(text),
  'what hides a text of a stranger': (text) => new Redactor(secretForms(text)).theirs(text),
  'the tokens of a URL': (text) => secretsIn({ method: 'GET', url: `/?${text}`, headers: {} }),
  'the tokens of a header': (text) =>
    secretsIn({ method: 'GET', url: '/', headers: { authorization: text } }),
  'what hides parts of a URL': (text) => withoutTokensIn(text, () => false),
  'a YAML file': (text) => parseYaml(text),
  'the lines of a YAML file': (text) => linesOf(text)(['a', 'b']),
  'a journal': (text) => readJournal(Buffer.from(text), 'journal.jsonl'),
  'a journal that has begun': (text) =>
    readJournal(Buffer.from(`{"generation":1,"checksum":"","sum":"00000000"}\n${text}`), 'j'),
  'db.json': (text) => readEditedDb(text, 'db.json'),
  'a recording': (text) => readRecording(bytesOf(text)),
  'a recording with it in a URL and a body': (text) => readRecording(bytesOf(har(text))),
  'the URL of a listener': (text) => heard({ url: `${url}?report=${encodeURIComponent(text)}` }),
  'the path of a listener': (text) =>
    heard({ url: `http://127.0.0.1:9/${encodeURIComponent(text)}` }),
  'the headers of a listener': (text) => heard({ header: text }),
  'the request body of a listener': (text) => heard({ sent: text }),
  'the response body of a listener': (text) => heard({ body: text }),
  'the flaws of a body': (text) =>
    requestFlaws(
      {
        method: 'POST',
        url: '/feed/tunnelco/api',
        headers: {},
        body: `{"name":${JSON.stringify(text)}}`,
      },
      { isSent: true } as never,
    ),
  'a body of a recording': (text) =>
    capturedText({ headers: { 'content-type': text }, body: text }),
  'the JSON of a body': (text) => jsonIn(text),
  'the part of a body that is kept': (text) => keptText(text, redactor.theirPieces),
  'the beginning of a body': (text) => formatStart({ status: 200, body: text }),
  'If-None-Match': (text) => etagOf('', text),
  'Retry-After': (text) => retryAfterMs(text, 0),
  Prefer: (text) => preferencesIn(text),
  'repeated parameters': (text) => withoutRepeats(`/?${text}`, 'last'),
  'several tokens': (text) => hasSeveralTokens(text),
  'the scheme of a token': (text) => schemeOf(text),
  'a URL': (text) => isUrl(text),
  'the normal form of a URL': (text) => normalUrl(`http://a/${text}`),
  'slashes at the end': (text) => withoutTrailingSlashes(text),
  'the output of tests': (text) => testResults(text),
  'an accepted open point': (text) => acceptedFrom(`${text} because ${text}`),
  'code to colour': (text) => codeTokens(text),
  'text to fold': (text) => folded(text, 80),
  'text for a report': (text) => printable(text),
  'JSON for a report': (text) => printableLines(text),
};

/** CPU in ms, whatever else the machine does. */
async function costOf(read: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  try {
    await read(text);
  } catch {
    // That it is refused is fine.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Generous: memory is collected when it likes, and some of the readers do more with some texts. */
const most = { times: 100, msPerMegabyte: 2000 };
const mega = 1_000_000;

test.each(Object.entries(readers))('the time for %s grows with the text alone', async (_, read) => {
  // The first calls load what they need.
  await costOf(read, plainText(mega / 20));
  for (const { ofLength } of hostileTexts) await costOf(read, ofLength(100));
  const costs = new Map(hostileTexts.map((one) => [one, 0]));
  const tried = async (length: number, texts: readonly HostileText[]): Promise<void> => {
    const plain = await costOf(read, plainText(length));
    const limit = most.times * plain + (most.msPerMegabyte * length) / mega;
    for (const one of texts) {
      let cost = await costOf(read, one.ofLength(length));
      // Memory may have been collected just then; what is slow is slow each time.
      for (let again = 0; cost >= limit && again < 2; again += 1)
        cost = await costOf(read, one.ofLength(length));
      costs.set(one, cost);
      const says = `${length} characters of ${one.name}: ${cost} ms, of plain text ${plain} ms`;
      expect(cost, says).toBeLessThan(limit);
    }
  };
  const slowest = (count: number): HostileText[] =>
    [...hostileTexts].sort((a, b) => (costs.get(b) ?? 0) - (costs.get(a) ?? 0)).slice(0, count);
  // Smaller ones first: a reader that is not linear would not come back from the largest.
  await tried(mega / 200, hostileTexts);
  await tried(mega / 20, slowest(24));
  await tried(mega, slowest(2));
});

function withLimited(count: number): typeof target.tokens {
  const limited = Array.from({ length: count }, (_, nth) => ({ token: `t-${nth}`, remaining: 4 }));
  return { ...target.tokens, limited };
}

/** What is done with as many small things as a file may have. */
const crowds: { readonly [name: string]: (count: number) => () => unknown } = {
  'the limited tokens of a target file': (count) => {
    const { baseUrl, analysisUrl, service } = target;
    const written = { baseUrl, analysisUrl, service, tokens: withLimited(count) };
    return () => checkedTarget(written);
  },
  'plans for limited tokens': (count) => () => countPlans(withLimited(count).limited),
  'tokens that nobody holds': (count) => {
    const tokens = withLimited(count);
    return () =>
      tokens.limited.map(({ token }) => forgedTokens({ key: '', authorization: token }, tokens));
  },
  'parameters of a URL': (count) => {
    const url = `/?${Array.from({ length: count }, (_, nth) => `a${nth}=1`).join('&')}`;
    return () => withoutRepeats(url, 'last');
  },
};

test.each(Object.entries(crowds))('the time for %s grows with their number', async (_, of) => {
  const [few, many] = [2500, 20_000];
  const once = async (count: number): Promise<number> => costOf(of(count), '');
  await once(few);
  const cheapest = async (count: number): Promise<number> =>
    Math.min(await once(count), await once(count), await once(count));
  expect(await cheapest(many)).toBeLessThan(4 * (many / few) * (await cheapest(few)) + 100);
});
