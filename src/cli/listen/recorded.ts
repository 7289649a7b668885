import {
  baseUrlsIn,
  concludeListening,
  type ListenResult,
  listenerOf,
  type Recording,
  readRecording,
} from '../../../contract-tests/index.ts';
import { secretsIn } from '../../traffic/secrets.ts';
import { printable } from '../../values/printable.ts';
import type { Io } from '../io.ts';
import { Pauses } from '../pauses.ts';
import { choiceOf, type TargetValues, targetOf } from '../verify/judged.ts';
import { readTraffic } from '../written.ts';

/** Judges recorded traffic. */
export async function judgeRecording(
  file: string,
  values: TargetValues,
  io: Io,
): Promise<ListenResult> {
  const isNamed = values.target !== undefined || values['base-url'] !== undefined;
  const { recording, places } = await readTraffic(file, io, async (pieces) => {
    const recording = await readRecording(pieces);
    return { recording, places: isNamed ? undefined : baseUrlsIn(recording) };
  });
  const found = places && { 'base-url': places.feed, 'analysis-url': places.lookup };
  const target = targetOf(choiceOf({ ...found, ...values }), io, true);
  const startedAt = new Date();
  const listener = listenerOf(target);
  const { hiding } = listener.evidence;
  const pauses = new Pauses(io.signal);
  // A token may be shown before the request that is made with it.
  for (const { request } of recording.entries) {
    await pauses.next();
    hiding.add(secretsIn(request));
  }
  const foreign = new Map<string, number>();
  for (const exchange of recording.entries) {
    await pauses.next();
    if (listener.observe(exchange).unjudged !== 'of another API') continue;
    const { origin, pathname } = new URL(exchange.request.url);
    const what = hiding.ours(`${exchange.request.method} ${origin}${pathname}`);
    foreign.set(what, (foreign.get(what) ?? 0) + 1);
  }
  for (const line of unjudgedLines(recording, foreign)) io.stdout.write(`${printable(line)}\n`);
  return concludeListening(listener, startedAt);
}

const mostForeign = 10;

/** Recorded entries that cannot be judged. */
function unjudgedLines(
  { skipped, isWithoutTokens, entries }: Recording,
  foreign: ReadonlyMap<string, number>,
): string[] {
  const counted = ([what, count]: readonly [string, number]) => `  ${count} × ${what}`;
  const lines = Object.entries(skipped).map(counted);
  const others = [...foreign].slice(0, mostForeign).map(counted);
  if (foreign.size > mostForeign) others.push(`  and ${foreign.size - mostForeign} more`);
  return [
    ...(lines.length > 0 ? ['Entries that cannot be judged:', ...lines, ''] : []),
    ...(others.length > 0 ? ['Requests that are not of this API:', ...others, ''] : []),
    ...(isWithoutTokens && entries.length > 0
      ? ['The recording has no tokens in it, so callers are not told apart.', '']
      : []),
  ];
}
