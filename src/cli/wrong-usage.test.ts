import { test } from 'vitest';
import { expectWrongUsage } from './terminal.test.support.ts';

/** Each kind of mistake once, by whichever command: what is wrong, where, and what to do. */
const mistakes: readonly (readonly [args: string, says: RegExp])[] = [
  // Names.
  ['srve', /no command "srve"\. Did you mean "serve"\?/],
  ['help srve', /no command "srve"\. Did you mean "serve"\?/],
  ['__proto__', /no command "__proto__"/],
  ['replay cause-1.json', /no command "replay" any more.* abuse-feed verify --cause FILE/],
  ['judge traffic.har', /no command "judge" any more.* abuse-feed listen --har FILE/],
  ['twin', /no command "twin" any more.* verify .*--card CARD.* abuse-feed serve --like TARGET/],
  ['--verison', /no option --verison of abuse-feed itself\. Did you mean --version\?/],
  ['--port 1', /no option --port .* come after its name/],
  ['serve --prot 1', /no option --prot\. Did you mean --port\?/],
  ['verify --learn a', /--learn is --card now\. See --help\./],
  // Arguments in place of options.
  ['serve feed', /serve takes no argument "feed"/],
  ['docs site', /docs takes no argument "site"\. Did you mean --out\?/],
  ['init http://127.0.0.1:9', /Did you mean --base-url\?/],
  ['health now', /no argument "now"\. Did you mean --url\?/],
  ['listen http://a', /Did you mean --base-url\?/],
  ['listen traffic.har', /Did you mean --har\?/],
  ['verify my.yaml', /Did you mean --target\?/],
  ['verify http://127.0.0.1:9', /abuse-feed init --base-url http:\/\/127\.0\.0\.1:9 writes one\./],
  ['dialects shew strict', /does not understand "shew strict"\. Did you mean "dialects show"/],
  ['dialects strict', /Did you mean "dialects show strict"/],
  ['dialects show strict lenient', /dialects show takes one dialect\./],
  ['dialects show', /dialects show needs a dialect: a name, a file, or random/],
  // Values.
  ['docs --out=', /--out is empty/],
  ['docs --dialect contary', /neither a dialect nor a file .* Did you mean "contrary"/],
  ['serve --memory --dialect other.yaml', /that can be read: .*The dialects are default/],
  ['serve --dialect strict --dialect-seed 1', /the dialect is "strict"/],
  ['dialects show random --dialect-seed -', /seed is a whole number/],
  ['dialects show strict --dialect-seed 1', /--dialect-seed is for random/],
  ['health --url localhost', /--url is "localhost"/],
  ['init --base-url x', /^abuse-feed: --base-url: baseUrl is "x"; expected a URL/],
  ['init --sha256 x', /^abuse-feed: --sha256: analyses\[0\]\.sha256 is "x"/],
  ['verify --only delete/flag-is-sucess', /Did you mean delete\/flag-is-success\?/],
  ['verify --only create/id-type,create/nothing-of-the-kind', /no clause create\/nothing/],
  ['verify --list --only 4.9', /No clause is of section 4\.9/],
  ['verify --explore x', /--explore takes a time such as 60s/],
  // What does not go together, or is missing.
  ['listen', /needs --target FILE or --base-url URL/],
  ['listen --base-url http://localhost:4020', /is where this would listen itself/],
  ['verify --target none.yaml', /no such file\. abuse-feed init --out none\.yaml writes a target/],
  [
    'verify --base-url http://127.0.0.1:9',
    /A URL alone is not enough.* abuse-feed init --base-url/,
  ],
  ['verify --dialect strict --base-url http://127.0.0.1:9', /--dialect is for the reference/],
  ['verify --json /tmp/a --html /tmp/a', /--json and --html are both \/tmp\/a\. Give each a file/],
  ['verify --target /tmp/a --record /tmp/a', /--target and --record are both \/tmp\/a/],
];

test.each(mistakes)('abuse-feed %s is wrong usage, said in one line', async (args, says) => {
  await expectWrongUsage(args.split(' '), says);
});
