import type { FaultRule } from '../http/faults.ts';
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

/** A schema could say this too, but not in a sentence. */
export function checkFault(rule: FaultRule): void {
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
}

function refuse(detail: string): never {
  throw new ControlProblem('invalid-request', detail);
}
