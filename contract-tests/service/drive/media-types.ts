import {
  analyst,
  creates,
  deletes,
  fetches,
  hasSeen,
  inManner,
  looks,
  looksUp,
  type Manner,
  random,
  report,
  researcher,
  story,
  unknown,
  whole,
  withFound,
} from './acts.ts';

/** A browser's Accept header. */
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Accept headers of curl, of clients that send none, and of browsers; and what may be compressed. */
export const manners = {
  'any-type': { accept: '*/*' },
  'no-type': { accept: '' },
  browser: { accept: browser },
  gzip: { encoding: 'gzip' },
  br: { encoding: 'br' },
  identity: { encoding: 'identity' },
} as const satisfies { readonly [name: string]: Manner };

/** Bodies are always JSON, not only when requested, and the same in every encoding. */
export const mediaTypeScenarios = [
  story(
    'reports for whoever names no media type',
    [
      'create/body-is-json',
      'create/content-type-is-json',
      'fetch/body-is-json',
      'fetch/content-type-is-json',
      'delete/body-is-json',
      'delete/content-type-is-json',
      'fetch/repeated-fetches-agree',
    ],
    [
      hasSeen('earlier'),
      ...Object.values(manners).flatMap((manner) => [
        inManner(
          manner,
          fetches(researcher, report('earlier')),
          creates(researcher, {}, { keeps: 'it' }),
          creates(researcher, whole({})),
          creates(unknown),
          fetches(researcher),
          fetches(researcher, random),
        ),
        // A cache must not have kept it as it was asked for before.
        looks(),
        inManner(manner, deletes(unknown), deletes(researcher)),
      ]),
    ],
  ),
  story(
    'analyses for whoever names no media type',
    ['lookup/body-is-json', 'lookup/content-type-is-json'],
    [
      withFound(([[one] = [undefined]]) =>
        Object.values(manners).map((manner) => looksUp(analyst, one?.hash ?? '', { manner })),
      ),
    ],
  ),
];
