import { type Body, isObject } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Ledger, Stored } from '../talk/ledger.ts';
import { shown } from '../talk/shown.ts';
import type { Apply, ReadAnswer } from './apply-shape.ts';
import { reportShape } from './body-shapes.ts';
import type { Evidence } from './evidence.ts';
import { isUrl } from './formats.ts';
import { differingField, sameAddress, sameLink, sameTags, sameText, texts } from './sameness.ts';

const hexadecimal = /^[0-9a-f]{64}$/i;

/** 2.1: a field that was valid as it was sent comes back as it was sent. */
const keeps = (sent: Body, report: Body, exchange: Exchange, evidence: Evidence): void => {
  const say = (clause: string, field: string, ok: boolean): void =>
    evidence.judge(clause, ok, () => ({
      expected: `${field}: ${shown(sent[field])}, as it was sent`,
      actual: `${field}: ${shown(report[field])}`,
      exchange,
    }));
  const { tags, c2Address, file256Hash, referenceLink, confidenceScore } = sent;
  if (texts(tags)) say('create/keeps-tags', 'tags', sameTags(tags, report.tags));
  if (typeof c2Address === 'string' && /^[^\s/]+:\d{1,5}$/.test(c2Address))
    say('create/keeps-c2-address', 'c2Address', sameAddress(c2Address, report.c2Address));
  if (typeof file256Hash === 'string' && hexadecimal.test(file256Hash)) {
    say('create/keeps-file-hash', 'file256Hash', sameText(file256Hash, report.file256Hash));
    if (file256Hash !== file256Hash.toLowerCase())
      evidence.judge(
        'create/lowers-the-hash',
        report.file256Hash === file256Hash.toLowerCase() ||
          !sameText(report.file256Hash, file256Hash),
        () => ({
          expected: `file256Hash: ${file256Hash.toLowerCase()}`,
          actual: `file256Hash: ${shown(report.file256Hash)}`,
          exchange,
        }),
      );
  }
  if (typeof referenceLink === 'string' && isUrl(referenceLink))
    say(
      'create/keeps-reference-link',
      'referenceLink',
      sameLink(referenceLink, report.referenceLink),
    );
  if (Number.isInteger(confidenceScore))
    say(
      'create/keeps-confidence-score',
      'confidenceScore',
      confidenceScore === report.confidenceScore,
    );
};

const ofStored = (stored: Stored, report: Body, exchange: Exchange, evidence: Evidence): void => {
  stored.readers.add(exchange.caller);
  const after = stored.deletedAt !== undefined && exchange.startedAt > stored.deletedAt;
  if (after)
    evidence.broken({
      clause: 'delete/success-means-gone',
      expected: `no report ${stored.id} after its deletion succeeded`,
      actual: 'the report',
      exchange,
    });
  if (isObject(stored.sent)) keeps(stored.sent, report, exchange, evidence);
  const { shown: before } = stored;
  if (before) {
    const field = differingField(before, report);
    const clause =
      stored.shownTo === exchange.caller ? 'fetch/repeated-fetches-agree' : 'fetch/callers-agree';
    evidence.judge(clause, field === undefined, () => ({
      expected: `${field}: ${shown(before[field ?? ''])}, as before`,
      actual: `${field}: ${shown(report[field ?? ''])}`,
      exchange,
    }));
  } else {
    stored.shown = report;
    stored.shownTo = exchange.caller;
  }
};

/** What a fetch tells about a report, found or not. */
export const judgeReport = (
  answer: ReadAnswer,
  evidence: Evidence,
  ledger: Ledger,
  apply: Apply,
): void => {
  const { exchange, body, outcome } = answer;
  const { service = '', report: id } = exchange.about;
  const stored = id === undefined ? undefined : ledger.find(service, id);
  if (outcome === 'refusal' || !isObject(body.report)) {
    const untouched = stored?.deletingAt === undefined || exchange.endedAt < stored.deletingAt;
    if (stored && untouched && stored.readers.has(exchange.caller))
      evidence.broken({
        clause: 'fetch/report-stays',
        expected: `the report ${stored.id}, which this caller has fetched before`,
        actual: `${exchange.response.status} ${shown(body)}`,
        exchange,
      });
    return;
  }
  const { report } = body;
  apply(reportShape(), report, answer);
  if (id === undefined) return;
  evidence.judge('fetch/gives-the-report-asked-for', sameText(report.id, id), () => ({
    expected: `the report ${id}`,
    actual: `the report ${shown(report.id)}`,
    exchange,
  }));
  if (stored) ofStored(stored, report, exchange, evidence);
  else if (ledger.elsewhere(service, id))
    evidence.broken({
      clause: 'fetch/own-feed-only',
      expected: `no report ${id} in the feed ${service}, to which it was not posted`,
      actual: 'the report',
      exchange,
    });
};
