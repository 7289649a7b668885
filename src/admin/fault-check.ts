import { nearest } from '../spec/nearest.ts';
import type { FaultRule } from '../worlds/faults.ts';
import { ControlProblem } from './problem.ts';

/** What each kind of fault needs, and what it takes besides. */
const fields: {
  readonly [type in FaultRule['type']]: {
    readonly needs: readonly string[];
    readonly takes: readonly string[];
  };
} = {
  delay: { needs: ['ms'], takes: ['spread'] },
  reply: { needs: ['status'], takes: ['body', 'headers'] },
  drop: { needs: [], takes: [] },
  half: { needs: [], takes: [] },
  slow: { needs: ['ms'], takes: [] },
  exhausted: { needs: [], takes: [] },
};
const everywhere = ['type', 'operation', 'caller', 'times'];

/** A schema could say most of this too, but not in a sentence. */
export function checkFault(rule: FaultRule, callers: () => readonly string[]): void {
  const { needs, takes } = fields[rule.type];
  const given = Object.keys(rule);
  for (const field of needs) {
    if (!given.includes(field)) refuse(`A fault of type ${rule.type} needs "${field}".`);
  }
  for (const field of given) {
    if (![...everywhere, ...needs, ...takes].includes(field)) {
      refuse(`A fault of type ${rule.type} has no "${field}".`);
    }
  }
  if (rule.type === 'exhausted' && (rule.operation ?? 'lookup') !== 'lookup') {
    refuse('Only lookups are counted. Leave the operation out, or let it be lookup.');
  }
  if (rule.type === 'reply') checkReply(rule);
  if (rule.caller !== undefined) checkCaller(rule.caller, callers());
}

/** RFC 9110, 15: these end with their headers. */
const bodiless = [204, 205, 304];
const name = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const value = /^[\t\x20-\x7E\x80-\xFF]*$/;

function checkReply({ status, body, headers = {} }: Extract<FaultRule, { type: 'reply' }>): void {
  if (bodiless.includes(status) && body !== undefined) {
    refuse(`An answer of ${status} has no body. Leave "body" out.`);
  }
  for (const [header, content] of Object.entries(headers)) {
    if (!name.test(header)) refuse(`"${header}" is no name of a header.`);
    if (!value.test(content)) refuse(`${header} holds what no header can carry.`);
    if (/^(content-length|transfer-encoding|connection)$/i.test(header)) {
      refuse(`${header} follows from the answer. To cut one short, use a fault of type half.`);
    }
  }
}

function checkCaller(caller: string, known: readonly string[]): void {
  if (known.includes(caller)) return;
  const near = nearest(caller, known);
  refuse(
    `There is no caller "${caller}". ${near ? `Did you mean "${near}"?` : 'Mint the caller first.'}`,
  );
}

function refuse(detail: string): never {
  throw new ControlProblem('invalid-request', detail);
}
