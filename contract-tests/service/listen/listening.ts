import { RecordingError } from '../../../src/traffic/recorded-entries.ts';
import { secretsIn } from '../../../src/traffic/secrets.ts';
import { Listener } from '../../judging/listen/listener.ts';
import { placesIn, type Recording } from '../../judging/listen/recording.ts';
import { abuseFeed } from '../abuse-feed.ts';
import { operations } from '../operations/operations.ts';
import { redactorOf } from '../target/secrets.ts';
import type { Target } from '../target/target.ts';

/** Judges a server of this service by the requests of others. */
export function listenerOf(target: Target): Listener {
  return new Listener(abuseFeed(target));
}

/** The base URLs of the two areas. */
export interface BaseUrls {
  readonly feed: string;
  readonly lookup: string;
}

/** Where the API was when a recording was made. Throws a RecordingError. */
export function baseUrlsIn(recording: Recording): BaseUrls {
  const found = placesIn(operations, recording);
  const placeOf = (area: string, what: string, option: string): string | undefined => {
    const places = found.find((one) => one.area === area)?.places ?? [];
    if (places.length <= 1) return places[0];
    const secrets = recording.entries.flatMap(({ request }) => secretsIn(request));
    const some = places.slice(0, 5).join(', ');
    throw new RecordingError(
      redactorOf(secrets).ours(
        `it holds ${what} of ${places.length} servers: ${some}. Choose one with ${option}.`,
      ),
    );
  };
  const feed = placeOf('feed', 'feeds', '--base-url');
  const lookup = placeOf('lookup', 'lookups', '--analysis-url');
  const either = feed ?? lookup;
  if (either === undefined) {
    const paths = [...new Set(operations.all.map(({ path }) => path))].join(' or ');
    throw new RecordingError(`no request in it has a path of this API: ${paths}.`);
  }
  return { feed: either, lookup: lookup ?? either };
}
