import { randomUUID } from 'node:crypto';
import { draftFields } from '../../../src/spec/fields.ts';
import type { JsonBody } from '../../judging/talk/answer.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';
import type { Draft } from '../requests/draft.ts';
import { madeUpHash } from '../requests/made-up.ts';
import { likelyLimits } from '../values/catalogue.ts';
import { limitFrom } from './limit.ts';
import { type Probe, probe } from './probe.ts';
import { attemptReport, fetchAttempted } from './report-attempt.ts';

function name(): string {
  return randomUUID().slice(0, 8);
}

/** Sends a report with one deviation, and observes whether it is accepted. */
function probeWhetherTaken(
  point: string,
  [yes, no]: readonly [yes: string, no: string],
  change: (context: Context) => Partial<Draft>,
): Probe {
  return probe('feed', [point], async (context) => {
    const { accepted, answer } = await attemptReport(context, context.draft(change(context)));
    context.observe(point, accepted ? yes : no, answer.exchange);
  });
}

/** The usual link with another scheme: only that may make a difference. */
function linked(context: Context, scheme: string) {
  const draft = context.draft();
  const referenceLink = draft.referenceLink.replace(/^[a-z][a-z0-9+.-]*:/i, `${scheme}:`);
  return attemptReport(context, { ...draft, referenceLink });
}

/** Scores up to here are tried before the limit counts as absent: 32 bits. */
const farthest = 2 ** 31;
const mostScoresTried = 40;

/** Likely limits, in order of distance from the known score; `far` is tried first. */
const ends = {
  'create.score.minimum': { far: -farthest, likely: likelyLimits.lowest },
  'create.score.maximum': { far: farthest, likely: likelyLimits.highest },
} as const;

function probeScoreLimit(point: keyof typeof ends): Probe {
  const { far, likely } = ends[point];
  return probe('feed', [point], async (context) => {
    const known = context.target.payload.confidenceScore;
    let refusal: Exchange | undefined;
    let success: Exchange | undefined;
    const take = async (confidenceScore: number): Promise<boolean> => {
      const { accepted, answer } = await attemptReport(context, context.draft({ confidenceScore }));
      if (accepted) success = answer.exchange;
      else refusal = answer.exchange;
      return accepted;
    };
    if (await take(far)) {
      context.observe(point, 'unbounded', success);
      return;
    }
    const beyond = likely.filter((value) => (far < 0 ? value < known : value > known));
    const limit = await limitFrom(known, [...beyond, far], take, mostScoresTried);
    if (limit.kind === 'exact') context.observe(point, limit.value, refusal);
  });
}

/** What firstSeenID points to, by a report and those that share its file and its address. */
function whatFirstSeenNames(original: JsonBody, ofFile: JsonBody, ofAddress: JsonBody): string {
  const reports = [original, ofFile, ofAddress];
  const own = reports.filter((report) => sameText(report.firstSeenID, report.id));
  if (own.length === reports.length) return 'own';
  const ids = new Set(reports.map(({ firstSeenID }) => String(firstSeenID).toLowerCase()));
  if (own.length === 0 && ids.size === reports.length) return 'random';
  const isFirstOfFile = sameText(ofFile.firstSeenID, original.firstSeenID);
  const isFirstOfAddress = sameText(ofAddress.firstSeenID, original.firstSeenID);
  const isItself = own.includes(original);
  if (isItself && isFirstOfFile && !isFirstOfAddress) return 'file';
  if (isItself && isFirstOfAddress && !isFirstOfFile) return 'address';
  return 'something else';
}

export const valueProbes: readonly Probe[] = [
  probeWhetherTaken('create.address.ipv6', ['accepted', 'refused'], () => ({
    c2Address: `[2001:db8::${name().slice(0, 4)}:${name().slice(0, 4)}]:443`,
  })),
  probeWhetherTaken('create.link.names-hash', ['not-needed', 'needed'], (context) => ({
    referenceLink: context.draft({ file256Hash: madeUpHash() }).referenceLink,
  })),
  probe('feed', ['create.status.wrong-type'], async ({ api, callers, draft }) => {
    const sent = { ...draft(), tags: 5 };
    await api.create(callers.researcher, sent);
  }),
  /** Only where a field may be left out, null in it can stand for that. */
  probe('feed', ['create.null-fields'], async (context) => {
    for (const field of draftFields) {
      const { [field]: _, ...rest }: { readonly [field: string]: unknown } = { ...context.draft() };
      const { accepted: isOptional } = await attemptReport(context, rest);
      if (!isOptional) continue;
      // Of another file: a server may refuse what it takes for the same report.
      const sent = { ...context.draft(), [field]: null };
      const { accepted, answer } = await attemptReport(context, sent);
      context.observe('create.null-fields', accepted ? 'left-out' : 'refused', answer.exchange);
      return;
    }
  }),
  probe('feed', ['create.score.notation', 'create.status.wrong-notation'], async (context) => {
    const { api, callers, draft, observe } = context;
    const sent = draft();
    const { confidenceScore } = sent;
    const digits = `"confidenceScore":${confidenceScore}`;
    const body = JSON.stringify(sent).replace(digits, `${digits}.0`);
    const asked = api.post(callers.researcher, body);
    const { outcome, exchange } = await readableAnswer(asked);
    if (outcome === 'success') return observe('create.score.notation', 'any', exchange);
    observe('create.score.notation', 'digits', exchange);
    observe('create.status.wrong-notation', exchange.response.status, exchange);
  }),
  probe('feed', ['create.link.scheme'], async (context) => {
    const [https, http, ftp] = await Promise.all(
      ['https', 'http', 'ftp'].map((scheme) => linked(context, scheme)),
    );
    if (!https?.accepted || !http || !ftp) return;
    const answer = ftp.accepted ? 'any' : http.accepted ? 'web' : 'https';
    // openapi.yaml has no answer for a server that accepts ftp but not http.
    const word = ftp.accepted && !http.accepted ? 'ftp and https' : answer;
    context.observe('create.link.scheme', word, (http.accepted ? ftp : http).answer.exchange);
  }),
  probe('feed', ['create.link.international'], async (context) => {
    const draft = context.draft();
    const referenceLink = `${draft.referenceLink}${draft.referenceLink.includes('?') ? '&' : '?'}ü`;
    const attempt = await attemptReport(context, { ...draft, referenceLink });
    const { exchange } = attempt.answer;
    if (!attempt.accepted) return context.observe('create.link.international', 'refused', exchange);
    const shown = await fetchAttempted(context, attempt);
    const stored = shown && (/%C3%BC$/i.test(String(shown.referenceLink)) ? 'encoded' : 'as sent');
    if (stored) context.observe('create.link.international', stored, exchange);
  }),
  probeScoreLimit('create.score.minimum'),
  probeScoreLimit('create.score.maximum'),
  /** Three reports: the second shares the file of the first, the third its address. */
  probe('feed', ['report.first-seen'], async (context) => {
    const first = context.draft();
    const original = await fetchAttempted(context, await attemptReport(context, first));
    const { file256Hash, c2Address } = first;
    const ofFile = await attemptReport(context, context.draft({ file256Hash }));
    const ofAddress = await attemptReport(context, context.draft({ c2Address }));
    const file = await fetchAttempted(context, ofFile);
    const address = await fetchAttempted(context, ofAddress);
    if (!original || !file || !address) return;
    const answer = whatFirstSeenNames(original, file, address);
    context.observe('report.first-seen', answer, ofFile.answer.exchange);
  }),
];
