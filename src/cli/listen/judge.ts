import {
  baseUrlsIn,
  concludeListening,
  listenerOf,
  type Recording,
  readRecording,
} from '../../../contract-tests/index.ts';
import { secretsIn } from '../../traffic/secrets.ts';
import { printable } from '../../values/printable.ts';
import { command, text, UsageError } from '../options.ts';
import { Pauses } from '../pauses.ts';
import { mustTakeReports } from '../report-files.ts';
import { choiceOf, targetOf } from '../verify/judged.ts';
import { readTraffic } from '../written.ts';
import { outcomeHelp, outcomeOptions, writeReports } from './outcome.ts';

const definition = {
  page: 'docs/listen.md',
  begins: `Judges a server and its clients from recorded traffic.

Usage: abuse-feed judge FILE [options]

FILE is a HAR, as browsers, mitmproxy, Charles and Playwright write it, or what a stand-in has seen
(/__admin/requests, as JSON or line by line). Tokens in it are neither printed nor kept.`,
  example: 'abuse-feed judge traffic.har --target my-server.yaml --html judged.html',
  options: {
    target: text('FILE', 'the server: its URLs and what is known about it'),
    'base-url': text('URL', 'where the feed is, where the recording is of several servers'),
    'analysis-url': text('URL', 'where the lookup is'),
    ...outcomeOptions,
  },
  ends: outcomeHelp,
};

/** Judges a recording. */
export const judge = command(definition, async ({ values, positionals }, io) => {
  const [file, more] = positionals;
  if (file === undefined) throw new UsageError('judge needs FILE: recorded traffic. See --help.');
  if (more !== undefined) throw new UsageError(`judge takes one file, not also "${more}".`);
  mustTakeReports(values, io);
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
  io.stdout.write(hints(recording, foreign));
  return writeReports(concludeListening(listener, startedAt), values, io);
});

/** Recorded entries that cannot be judged. */
function hints(
  { skipped, isWithoutTokens, entries }: Recording,
  foreign: ReadonlyMap<string, number>,
): string {
  const lines = Object.entries(skipped).map(([why, count]) => `  ${count} × ${why}`);
  const others = [...foreign].slice(0, 10).map(([what, count]) => `  ${count} × ${what}`);
  return [
    ...(lines.length > 0 ? ['Entries that cannot be judged:', ...lines, ''] : []),
    ...(others.length > 0 ? ['Requests that are not of this API:', ...others] : []),
    ...(foreign.size > 10 ? [`  and ${foreign.size - 10} more`] : []),
    ...(others.length > 0 ? [''] : []),
    ...(isWithoutTokens && entries.length > 0
      ? ['The recording has no tokens in it, so callers are not told apart.', '']
      : []),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}
