import type { Exchange } from '../talk/exchange.ts';
import { asCaller } from './as-caller.ts';
import { callIn, isCounted, type Reproduced, urlIn } from './calls.ts';
import { createdId } from './log.ts';
import { countFunction } from './shell.ts';
import type { Sign } from './sign.ts';

const overlap = (a: Exchange, b: Exchange): boolean =>
  a.startedAt < b.endedAt && b.startedAt < a.endedAt;

/** All at the same moment, each answer in a file of its own. */
const together = (calls: readonly string[]): string[] => [
  'dir=$(mktemp -d)',
  ...calls.map((call, nth) => `(${call}; printf '%s' "$answer" > "$dir/${nth}") > /dev/null &`),
  'wait',
];

const each = (count: number): string =>
  `for nth in ${Array.from({ length: count }, (_, nth) => nth).join(' ')}; do`;

/** Where the moment is what matters: calls that were made side by side are made so again. */
export const atOnce = (of: Reproduced): { lines: string[]; sign: Sign } | undefined => {
  if (of.clause === 'lookup/counts-in-parallel') return countedAtOnce(of);
  return of.clause === 'create/parallel-creates-are-all-kept' ? createdAtOnce(of) : undefined;
};

const callOf = ({ urls }: Reproduced, exchange: Exchange): string =>
  callIn(exchange, asCaller(exchange.caller, exchange.operation), urls, []);

const countedAtOnce = (of: Reproduced) => {
  const own = of.story.filter(isCounted);
  const crowd = own.filter((one) => own.some((other) => other !== one && overlap(one, other)));
  const before = own.filter(
    (one) => !crowd.includes(one) && one.endedAt <= (crowd[0]?.startedAt ?? 0),
  );
  const left = /^\d+/.exec(of.expected)?.[0];
  if (crowd.length === 0 || left === undefined) return undefined;
  return {
    lines: [
      ...before.map((one) => `${callOf(of, one)}; count`),
      ...together(crowd.map((one) => callOf(of, one))),
      `${each(crowd.length)} answer=$(cat "$dir/$nth"); count; done`,
    ],
    sign: {
      functions: [...countFunction, 'calls='],
      lines: [`seen=$(printf '%s' "$calls" | tr -d -)`, `recorded='${left} are left'`],
      shows: `[ "\${#seen}" -ne ${left} ]`,
    },
  };
};

const createdAtOnce = (of: Reproduced) => {
  const creates = of.story.filter((one) => createdId(one) !== undefined);
  const [first] = creates;
  if (!first || creates.length < 2) return undefined;
  const { options } = asCaller(first.caller, 'fetch');
  const url = `${urlIn(first, of.urls, []).slice(0, -1)}?report=$(id)"`;
  return {
    lines: [
      ...together(creates.map((one) => callOf(of, one))),
      'lost=0',
      each(creates.length),
      '  answer=$(cat "$dir/$nth"); report=$(id)',
      `  ask GET ${url.replace('$(id)', '$report')} ${options}`,
      '  case $answer in *file256Hash*) ;; *) lost=$((lost + 1)) ;; esac',
      `  curl -sS -g -o /dev/null -X DELETE ${options} ${url.replace('$(id)', '$report')}`,
      'done',
    ],
    sign: {
      functions: [],
      lines: ['seen=$lost', "recorded='more than none lost'"],
      shows: '[ "$seen" -gt 0 ]',
      isForgotten: true,
    },
  };
};
