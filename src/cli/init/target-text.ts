import { type FoundFile, type Survey, variables } from '../../../contract-tests/index.ts';
import { callerIn, roles } from '../../spec/target-callers.ts';
import type { InitAnswers } from './init-answers.ts';
import { questions } from './init-answers.ts';

/** The environment variable for each given token. */
export const variablesOf = ({ target, limited }: InitAnswers): { key: string; name: string }[] => [
  ...questions
    .filter(({ key }) => key.startsWith('tokens.') && key.slice('tokens.'.length) in target.tokens)
    .map(({ key }) => ({ key, name: variables[key] ?? '' })),
  ...limited.map((_, index) => ({
    key: `tokens.limited[${index}]`,
    name: `ABUSE_FEED_TOKEN_LIMITED_${index + 1}`,
  })),
];

/** Missing parts, as comments that say what they are for. */
const absent: { readonly [key: string]: string } = {
  otherService: 'a second feed: to test that nothing leaks from one to the other',
  ...Object.fromEntries(
    roles.flatMap((role) => {
      const { unlocks } = callerIn(role);
      return unlocks === undefined ? [] : [[`tokens.${role}`, unlocks]];
    }),
  ),
};

/** A complete, commented target file without tokens. */
export const targetText = (
  all: InitAnswers,
  { callers }: Pick<Survey, 'callers'>,
  files: readonly FoundFile[],
): string => {
  const { target, limited } = all;
  const names = new Map(variablesOf(all).map(({ key, name }) => [key, name]));
  const noteOf = (key: string): string => {
    const one = callers.find((caller) => caller.key === key);
    return one ? ` # seems ${one.seems}: ${one.says}` : '';
  };
  const plain = (key: string): string[] => {
    const value = target[key];
    if (typeof value === 'string') return [`${key}: ${JSON.stringify(value)}`];
    return key in absent ? [`# ${key}: # ${absent[key]}`] : [];
  };
  const token = (key: string): string[] => {
    const role = key.slice('tokens.'.length);
    const name = names.get(key);
    if (name !== undefined) return [`  ${role}: \${${name}}${noteOf(key)}`];
    return key in absent ? [`  # ${role}: # ${absent[key]}`] : [];
  };
  const tokenKeys = questions.map(({ key }) => key).filter((key) => key.startsWith('tokens.'));
  return [
    '# Written by abuse-feed init. Tokens are read from the environment, by the names below.',
    ...['baseUrl', 'analysisUrl', 'service', 'otherService'].flatMap(plain),
    `areas: [${target.areas.join(', ')}]`,
    '',
    '# Each token is the whole value of the Authorization header, with its scheme if there is one.',
    'tokens:',
    ...tokenKeys.flatMap(token),
    ...(limited.length > 0
      ? [
          '  # A run uses these up, and says so first.',
          '  limited:',
          ...limited.map(
            ({ remaining }, index) =>
              `    - { token: "\${${names.get(`tokens.limited[${index}]`)}}", remaining: ${remaining} }`,
          ),
        ]
      : [
          '  # limited: # callers with a known, small number of requests left: shows that lookups are counted',
        ]),
    ...(files.length > 0 ? ['', '# Files it has an analysis for.', 'analyses:'] : []),
    ...files.flatMap(({ file, missing }) => [
      ...(missing === undefined ? [] : [`  # no analysis came: ${missing}`]),
      `  - { ${Object.entries(file)
        .map(([kind, hash]) => `${kind}: ${JSON.stringify(hash)}`)
        .join(', ')} }`,
    ]),
    '',
    '# Whether the owner of the feed or the analyst is a researcher, no key says. Where you know it:',
    '# callers: { service: { researcher: false }, analyst: { researcher: false, owns: none } }',
    '',
  ].join('\n');
};
