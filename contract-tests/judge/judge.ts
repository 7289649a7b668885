import { isDeepStrictEqual } from 'node:util';
import {
  type Answer,
  analysisIn,
  isObject,
  looksLikeAnalysis,
  readAnswer,
} from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Ledger } from '../talk/ledger.ts';
import { shown } from '../talk/shown.ts';
import { applyingTo, type ReadAnswer } from './apply-shape.ts';
import { errorShape, successShape } from './body-shapes.ts';
import type { Evidence } from './evidence.ts';
import { judgeReport } from './judge-report.ts';
import { sameText } from './sameness.ts';

/** 2.1: the creation response returns only the id. */
const withheld = [
  'name',
  'tags',
  'c2Address',
  'reportedAt',
  'reportedBy',
  'file256Hash',
  'firstSeenID',
  'referenceLink',
  'confidenceScore',
  'report',
];

/** Judges every exchange of a run, whatever it was made for. */
export const judgeOf = (evidence: Evidence, ledger: Ledger) => {
  const apply = applyingTo(evidence);

  const media = (exchange: Exchange): void => {
    const type = exchange.response.headers['content-type'];
    evidence.judge(
      `${exchange.operation}/content-type-is-json`,
      /^\s*application\/json\s*(;|$)/i.test(type ?? ''),
      () => ({ expected: 'Content-Type: application/json', actual: shown(type), exchange }),
    );
  };

  const created = ({ body, exchange }: Answer): void => {
    const extra = withheld.filter((field) => field in body);
    evidence.judge('create/returns-only-the-id', extra.length === 0, () => ({
      expected: 'of the fields of a report, only id',
      actual: `also ${extra.join(', ')}`,
      exchange,
    }));
    const { service = '', sent } = exchange.about;
    if (typeof body.id !== 'string' || body.id === '') {
      ledger.stray({ service, id: body.id, creator: exchange.caller });
      return;
    }
    const old = ledger.withId(body.id);
    const { id } = body;
    const creator = exchange.caller;
    const isNew = ledger.add({ id, service, creator, sent, createdAt: exchange.endedAt });
    // Whether a repeat may be answered with the report that is there is a reading of its own (2.1, 4.1).
    if (!isNew && old?.service === service && isDeepStrictEqual(old.sent, sent))
      evidence.broken({
        clause: 'create/repeats-make-new-reports',
        expected:
          'a refusal, or a new id: by our reading of "the new id" (2.1), a create that succeeds has made a report',
        actual: `${id} again, the id of the equal report posted before`,
        exchange,
      });
    else
      evidence.judge('create/makes-a-new-report', isNew, () => ({
        expected: 'an id that was not given out before',
        actual: `${id} once more, the id of another report`,
        exchange,
      }));
  };

  const deleted = ({ body, exchange }: Answer): void => {
    const { service = '', report } = exchange.about;
    evidence.judge('delete/flag-not-successful', !('successful' in body), () => ({
      expected: 'no field successful beside success',
      actual: `successful: ${shown(body.successful)}`,
      exchange,
    }));
    if (report !== undefined) ledger.deleted(service, report, exchange.endedAt);
  };

  const refused = (answer: ReadAnswer): void => {
    const { body, exchange } = answer;
    const { operation, about } = exchange;
    if (operation === 'lookup') return;
    apply(errorShape(operation), body, answer);
    if (operation !== 'delete') return;
    evidence.judge('delete/error-is-no-success', body.success !== true, () => ({
      expected: 'no success: true on an error',
      actual: 'success: true',
      exchange,
    }));
    if (about.report !== undefined) ledger.deleteRefused(about.service ?? '', about.report);
  };

  const lookedUp = (answer: ReadAnswer): void => {
    const { json, exchange } = answer;
    media(exchange);
    evidence.met('lookup/body-is-json');
    evidence.judge('lookup/body-is-the-analysis', looksLikeAnalysis(json), () => ({
      expected: 'the analysis itself as the body',
      actual: 'an analysis wrapped in something',
      exchange,
    }));
    const analysis = analysisIn(json) ?? {};
    apply(successShape('lookup'), analysis, answer);
    const { hash } = exchange.about;
    const hashes = ['sha256Hash', 'sha512Hash', 'blake3Hash', 'mD5Hash', 'sha1Hash'];
    evidence.judge(
      'lookup/gives-the-file-asked-for',
      hashes.some((field) => sameText(analysis[field], hash)),
      () => ({
        expected: `the analysis of the file ${hash}`,
        actual: 'that of another file',
        exchange,
      }),
    );
  };

  /** Errors of the lookup may look like anything (4.4), but this was meant to be an analysis. */
  const garbled = ({ json, exchange }: Answer): void => {
    const { status, body, headers } = exchange.response;
    const isJson = /^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
    if (json === undefined && status < 300 && isJson && body.includes('"sha256Hash"'))
      evidence.broken({
        clause: 'lookup/body-is-json',
        expected: 'an analysis that is JSON',
        actual: 'something near to it that cannot be parsed',
        exchange,
      });
  };

  /** Whoever has read the answer already gives it along. */
  return (exchange: Exchange, read?: ReadAnswer): void => {
    if (exchange.throttled) return;
    const answer = read ?? readAnswer(exchange);
    if (exchange.inFront && !isObject(answer.json)) return;
    const { operation } = exchange;
    if (operation === 'lookup') {
      if (answer.outcome === 'success') lookedUp(answer);
      else garbled(answer);
      return;
    }
    media(exchange);
    evidence.judge(`${operation}/body-is-json`, isObject(answer.json), () => ({
      expected: 'a JSON object',
      actual: answer.json === undefined ? 'a body that is no JSON' : shown(answer.json),
      exchange,
    }));
    if (answer.outcome === 'unreadable') return;
    if (operation === 'fetch') judgeReport(answer, evidence, ledger, apply);
    if (answer.outcome === 'refusal') refused(answer);
    else {
      apply(successShape(operation), answer.body, answer);
      if (operation === 'create') created(answer);
      if (operation === 'delete') deleted(answer);
    }
  };
};
