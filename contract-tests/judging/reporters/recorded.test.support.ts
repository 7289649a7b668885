import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/values/package-root.ts';
import type { VerifyResult } from '../../service/judge-target.ts';
import type { ClauseResult } from '../verdict/verdict.ts';

function recorded(name: string): VerifyResult {
  return JSON.parse(
    readFileSync(
      join(packageRoot, 'contract-tests/judging/reporters/recorded', `${name}.json`),
      'utf8',
    ),
  );
}

/** A run against the reference server, with learned answers. Made by `npm run selftest -- record`. */
export const conforming = recorded('conforms');

/** A server with two faults: the flag of a deletion has another name, and that of a refused create is true. */
export const violating = recorded('violates');

const { own: _, ...asked } = conforming;

/** A server that is down. */
export const unreachable: VerifyResult = {
  ...asked,
  verdict: 'inconclusive',
  exitCode: 3,
  summary: 'baseUrl: unreachable: ECONNREFUSED',
  counts: { ...conforming.counts, met: 0, openObserved: 0, untested: conforming.counts.met },
  requests: 0,
  cleaning: 0,
  coverage: [],
  observations: [],
  clauses: conforming.clauses.map((clause) =>
    clause.kind === 'open'
      ? clause
      : { ...clause, verdict: 'not-testable', reason: 'nothing could be asked' },
  ),
  problems: [
    { key: 'baseUrl', line: 5, message: 'unreachable: ECONNREFUSED' },
    { key: 'analysisUrl', line: 6, message: 'unreachable: ECONNREFUSED' },
  ],
};

/** A server with so many faults, of clauses of all sections and kinds, whose run was stopped. */
export function withCauses(count: number): VerifyResult {
  const judged = violating.clauses.filter(({ kind }) => kind !== 'open');
  const step = Math.floor(judged.length / count);
  const causes = judged
    .filter((_, nth) => nth % step === 0)
    .slice(0, count)
    .map(({ id: clause, section, heading, kind, sentence }, nth) => ({
      ...(violating.causes[nth % 2] as VerifyResult['causes'][number]),
      clause,
      section,
      heading,
      kind,
      sentence,
      times: 1 + 37 * nth,
      alike: judged.slice(nth, nth + (nth % 3)).map(({ id }) => id),
    }));
  const byClause = new Map(causes.map((cause) => [cause.clause, cause]));
  const clauses = violating.clauses.map((clause): ClauseResult => {
    const cause = byClause.get(clause.id);
    return cause ? { ...clause, verdict: 'broken', findings: [cause] } : clause;
  });
  return { ...violating, aborted: true, causes, clauses };
}
