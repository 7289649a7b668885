import {
  all,
  analyst,
  creates,
  deletes,
  eachOf,
  elsewhere,
  fetches,
  first,
  has,
  hasSeen,
  hasTwoFeeds,
  looks,
  looksGone,
  looksUp,
  named,
  nonResearchers,
  overOneConnection,
  owner,
  random,
  report,
  researcher,
  story,
  strangers,
  unknown,
  when,
  withFound,
} from './acts.ts';

const longTag = { tags: ['a long tag'.repeat(20)] };

/** 5: each request has its own token, no matter which callers used the connection before. */
export const connectionScenarios = [
  story(
    'callers on one connection',
    [
      'create/researchers-only',
      'create/token-must-be-known',
      'delete/token-must-be-known',
      'delete/reader-may-not',
      'delete/other-researcher-may-not',
      'delete/other-owner-may-not',
    ],
    [
      has(),
      eachOf(strangers, (one) => [overOneConnection(fetches(researcher), deletes(one))]),
      // Nor does the right of an owner, once used, pass on to the next caller.
      eachOf(strangers, (one) => [
        when(
          (stage) => owner(stage).length > 0,
          overOneConnection(
            creates(researcher, {}, { keeps: 'own' }),
            deletes(owner, report('own')),
            deletes(one),
          ),
        ),
      ]),
      eachOf(nonResearchers, (one) => [overOneConnection(creates(researcher), creates(one))]),
      overOneConnection(fetches(researcher), creates(unknown)),
      overOneConnection(fetches(researcher), deletes(unknown)),
      looks(),
    ],
  ),
  story(
    'delete over one connection',
    ['delete/success-means-gone'],
    [
      hasSeen('one'),
      hasSeen('other'),
      overOneConnection(deletes(researcher, report('one')), deletes(researcher, report('other'))),
      looksGone('one'),
      looksGone('other'),
    ],
  ),
  story(
    'create over one connection',
    ['create/keeps-tags', 'create/in-the-named-feed'],
    [
      overOneConnection(
        creates(researcher, longTag, { keeps: 'long' }),
        creates(researcher, {}, { keeps: 'short' }),
      ),
      when(
        hasTwoFeeds,
        overOneConnection(
          creates(researcher, {}, { in: elsewhere, keeps: 'there' }),
          creates(researcher, {}, { keeps: 'here' }),
        ),
      ),
      looks('long', 'short', 'there', 'here'),
    ],
  ),
  /** What one request was answered is no part of the answer to the next, also after a refusal. */
  story(
    'fetch over one connection',
    ['fetch/gives-the-report-asked-for', 'fetch/unknown-id-is-refused', 'fetch/callers-agree'],
    [
      hasSeen('long', longTag),
      hasSeen(),
      overOneConnection(
        fetches(researcher, report('long')),
        fetches(researcher),
        fetches(researcher, random),
        fetches(researcher),
      ),
      overOneConnection(deletes(first(all(strangers, unknown))), fetches(researcher)),
      eachOf(all(named, unknown), (one) => [overOneConnection(fetches(researcher), fetches(one))]),
    ],
  ),
  story(
    'look up over one connection',
    ['lookup/gives-the-file-asked-for'],
    [
      withFound((byFile) => {
        const hashes = byFile.flat().map(({ hash }) => hash);
        const [hash = '', last = hash] = [hashes[0], hashes.at(-1)];
        return [
          overOneConnection(looksUp(analyst, hash), looksUp(analyst, last)),
          overOneConnection(looksUp(analyst, hash), looksUp(unknown, hash)),
        ];
      }),
    ],
  ),
];
