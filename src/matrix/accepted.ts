import { DialectProblem, pointById } from '../dialects/dialect.ts';
import { parseDialect } from '../dialects/dialect-file.ts';
import type { PointAnswer } from '../spec/open-point.ts';

/** An open point that the command may rely on, with the answer that it has in every run. */
export interface AcceptedPoint {
  readonly id: string;
  readonly answer: PointAnswer;
  readonly reason: string;
  /** Whether it still fails with another answer. */
  readonly state?: 'relied on' | 'relied on no longer' | 'not touched' | 'not tried';
}

/** Reads `ID because REASON`, which means the default answer, or `ID: ANSWER because REASON`. */
export function acceptedFrom(text: string, where = 'accept'): AcceptedPoint {
  const because = text.search(/\sbecause\s/);
  const [id = '', ...answers] = text.slice(0, Math.max(because, 0)).split(':');
  const given = answers.length > 0 ? answers.join(':').trim() : undefined;
  const reason = text.slice(because + ' because '.length).trimStart();
  if (because < 0 || reason === '' || !/^\S+$/.test(id.trimEnd()))
    throw new DialectProblem(
      `${where} is "${text}", without a reason. Write an open point and why it may be relied on: "create.status.created because our gateway sends 201".`,
    );
  const point = id.trimEnd();
  const entry = given === undefined ? JSON.stringify(pointById.get(point)?.default ?? '') : given;
  const [answer] = Object.values(parseDialect(`${point}: ${entry}`, where));
  return { id: point, answer: answer as PointAnswer, reason };
}

export function acceptedLines(accepted: readonly AcceptedPoint[]): string[] {
  return accepted.map(({ id, answer, reason, state = 'not tried' }) =>
    `Accepted: ${id}: ${answer}, because ${reason}. ${remarks[state]}`.trimEnd(),
  );
}

const remarks = {
  'relied on': '',
  'relied on no longer': 'It is relied on no longer: remove it.',
  'not touched': 'No request touches it.',
  'not tried': 'Whether it is still relied on was not tried.',
};
