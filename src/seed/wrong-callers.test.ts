import { expect, test } from 'vitest';
import {
  changed,
  mistakesIn,
  ofServices,
  quotes,
  tellsEach,
  type Wrong,
} from './seed.test.support.ts';

const maker = 'entry 1 (id "maker")';
const owner = 'entry 2 (id "owner")';
const reader = 'entry 3 (id "reader")';

const visible = 'a text of visible ASCII characters without spaces';
const service = 'the name of a service: letters, digits and . _ ~ - only, as in a path';

const wrongServices: Wrong[] = [
  ['dyndnsco', 'dyn/dns', 2, `entry 2 is "dyn/dns"; expected ${service}`],
  ['dyndnsco', 'name: dyndnsco', 2, `entry 2 is a map of keys; expected ${service}`],
  [
    'dyndnsco',
    'tunnelco',
    2,
    'entry 2 is "tunnelco", which is already used in entry 1; choose another',
  ],
];

const wrongCallers: Wrong[] = [
  ['roles: []', 'roles: [x]', 4, `roles[0] of ${reader} is "x"; expected researcher`],
  [
    '[researcher]',
    '[reseacher]',
    2,
    `roles[0] of ${maker} is "reseacher"; expected researcher; did you mean researcher?`,
  ],
  ['roles: []', 'rolse: []', 4, `unknown key rolse of ${reader}; did you mean roles?`],
  ['token: token-reader, ', '', 4, `token of ${reader} is missing; expected ${visible}`],
  ['token-reader', '"my secret"', 4, `token of ${reader} is given; expected ${visible}`],
  ['token-reader', '12345', 4, `token of ${reader} is a number; expected ${visible}${quotes}`],
  ['Reader', '7', 4, `name of ${reader} is 7; expected a text${quotes}`],
  ['Reader', '', 4, `name of ${reader} is empty; expected a text`],
  ['Reader', '""', 4, `name of ${reader} is an empty text; expected a text`],
  ['id: reader', 'id: a b', 4, 'id of entry 3 (id "a b") is "a b"; expected a text without spaces'],
  ...['-1', '1.5', '"3"', '1e+300'].map(
    (bad): Wrong => [
      'requests: 3',
      `requests: ${bad}`,
      3,
      `requests of ${owner} is ${bad}; expected a whole number, 0 or more`,
    ],
  ),
  [
    'id: reader',
    'id: owner',
    4,
    `id of entry 3 (id "owner") is "owner", which is already used in id of ${owner}; choose another`,
  ],
  [
    'token-reader',
    'token-maker',
    4,
    `token of ${reader} is already used in token of ${maker}; choose another`,
  ],
  [
    'roles: []',
    'owns: tunnelco',
    4,
    `owns of ${reader} is "tunnelco", which is already used in owns of ${owner}; choose another`,
  ],
  [
    'owns: tunnelco',
    'owns: tunelco',
    3,
    `owns of ${owner} is "tunelco"; expected ${ofServices}; did you mean tunnelco?`,
  ],
];

tellsEach('services.yaml', wrongServices);
tellsEach('callers.yaml', wrongCallers);

test('a token is never repeated in a message', () => {
  const bad = { ...changed('callers.yaml', 'token-reader', '"my secret"') };
  const same = { ...changed('callers.yaml', 'token-reader', 'token-maker') };
  expect([...mistakesIn(bad), ...mistakesIn(same)].join()).not.toMatch(/my secret|token-maker/);
});

test('one misspelling is one mistake: creators are checked against valid callers only', () => {
  const found = mistakesIn(changed('callers.yaml', '[researcher]', '[reseacher]'));
  expect(found).toHaveLength(1);
});
