import { checkedTarget, TargetError, variables } from '../../../contract-tests/index.ts';
import { callerIn, roles, type TargetCaller } from '../../spec/target-callers.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';

/** What is asked for: by an option, or on a terminal. */
interface TargetQuestion {
  readonly option: string;
  /** In the target file. */
  readonly key: string;
  readonly value: string;
  readonly says: string;
}

function question(option: string, key: string, value: string, says: string): TargetQuestion {
  return { option, key, value, says };
}

function tokenQuestions(isAsked: (caller: TargetCaller) => boolean): TargetQuestion[] {
  return roles
    .filter((role) => isAsked(callerIn(role)))
    .map((role) => {
      const { option, says } = callerIn(role);
      return question(option, `tokens.${role}`, 'TOKEN', says);
    });
}

/** The questions, in order. */
export const questions: readonly TargetQuestion[] = [
  question('base-url', 'baseUrl', 'URL', '{base_url} of the feed'),
  question('service', 'service', 'NAME', 'a feed that exists'),
  ...tokenQuestions(({ area, owns }) => area === 'feed' && owns !== 'otherService'),
  question('other-service', 'otherService', 'NAME', 'a second feed (optional)'),
  ...tokenQuestions(({ owns }) => owns === 'otherService'),
  question(
    'analysis-url',
    'analysisUrl',
    'URL',
    '{analysis_url} of the lookup, where it is another',
  ),
  ...tokenQuestions(({ area }) => area === 'lookup'),
];

type Value = string | number;

/** The target so far, tokens included, and the areas left out. */
export interface InitAnswers {
  readonly target: {
    readonly areas: readonly ('feed' | 'lookup')[];
    readonly tokens: { readonly [role: string]: unknown };
    readonly analyses?: readonly { readonly sha256: string }[];
    readonly [key: string]: unknown;
  };
  readonly limited: readonly { readonly token: string; readonly remaining: Value }[];
}

const limitedFrom = (text: string): InitAnswers['limited'][number] => {
  const [, token, remaining] = /^(.+)=(\d+)$/s.exec(text) ?? [];
  if (token === undefined || remaining === undefined)
    throw new UsageError(
      '--limited takes a token, an equals sign and how many requests it has left.',
    );
  return { token, remaining: Number(remaining) };
};

const whole = 'the whole Authorization header, such as `Bearer abc`';

/** A question, and whether its answer is hidden. */
interface Question {
  readonly says: string;
  readonly isSecret?: boolean;
  /** Why an answer is rejected; undefined where it is accepted. */
  readonly mistake: (answer: string) => string | undefined;
}

/** Thrown when the user cancels. */
export class Cancelled extends Error {}

/** Repeats a question until its answer is accepted, so that earlier answers are not lost. */
const answered = async (io: Io, { says, isSecret, mistake }: Question): Promise<string> => {
  for (;;) {
    const answer = await io.ask?.(`${says}: `, isSecret);
    if (answer === undefined) throw new Cancelled();
    const wrong = mistake(answer.trim());
    if (wrong === undefined) return answer.trim();
    io.stdout.write(`  ${wrong}\n`);
  }
};

/** The mistakes so far, worded as for a target file. */
const mistakeIn = (target: object): string | undefined => {
  try {
    checkedTarget(target, undefined, [], { feed: [], lookup: [] });
    return undefined;
  } catch (error) {
    if (error instanceof TargetError) return error.message;
    throw error;
  }
};

const targetOf = (answers: ReadonlyMap<string, string>): { readonly [key: string]: unknown } => {
  const isToken = ([key]: readonly [string, string]): boolean => key.startsWith('tokens.');
  const tokens = [...answers].filter(isToken);
  return {
    ...Object.fromEntries([...answers].filter((one) => !isToken(one))),
    tokens: Object.fromEntries(tokens.map(([key, value]) => [key.replace('tokens.', ''), value])),
  };
};

/** Required answers, once another one of the same area is given. */
const isNeeded = (key: string, answers: ReadonlyMap<string, string>): boolean => {
  const isFeed = answers.has('baseUrl');
  if (key === 'service' || key === 'tokens.researcher') return isFeed;
  if (key === 'analysisUrl') return !isFeed;
  return key === 'tokens.analyst' && (!isFeed || answers.has('analysisUrl'));
};

const asksFor = async (
  io: Io,
  { key, says }: TargetQuestion,
  answers: ReadonlyMap<string, string>,
): Promise<string> => {
  const isSecret = key.startsWith('tokens.');
  const words = says.replace(/^\S+\s+/, '');
  const hint = isSecret ? `; ${whole}` : '';
  const usual = key === 'analysisUrl' && answers.get('baseUrl');
  return answered(io, {
    says: `${key} (${words}${hint}${usual ? `; empty for ${usual}` : ''})`,
    isSecret,
    mistake: (answer) =>
      answer === ''
        ? isNeeded(key, answers)
          ? `${key} is needed.`
          : undefined
        : mistakeIn(targetOf(new Map([...answers, [key, answer]]))),
  });
};

const asksForLimited = async (io: Io): Promise<InitAnswers['limited']> => {
  const limited: InitAnswers['limited'][number][] = [];
  for (;;) {
    const token = await answered(io, {
      says: `tokens.limited[${limited.length}] (a caller with few requests left, which a run uses up; ${whole}; empty for no more)`,
      isSecret: true,
      mistake: () => undefined,
    });
    if (token === '') return limited;
    const remaining = await answered(io, {
      says: 'how many requests it has left',
      mistake: (answer) => (/^\d+$/.test(answer) ? undefined : 'Expected a whole number.'),
    });
    limited.push({ token, remaining: Number(remaining) });
  }
};

/** Options take precedence over variables; the rest is asked for, which Cancelled ends. */
export const askForTarget = async (
  values: { readonly [option: string]: string | undefined },
  io: Io,
  lists: { readonly limited: readonly string[]; readonly sha256: readonly string[] },
): Promise<InitAnswers> => {
  const fromOptions = lists.limited.map(limitedFrom);
  const answers = new Map<string, string>();
  for (const question of questions) {
    const known = values[question.option] ?? io.env[variables[question.key] ?? ''];
    const answer = known ?? (io.ask ? await asksFor(io, question, answers) : '');
    if (answer.trim() !== '') answers.set(question.key, answer.trim());
  }
  const wantsLookup = answers.has('analysisUrl') || answers.has('tokens.analyst');
  const wantsFeed = answers.has('baseUrl') || answers.has('tokens.researcher') || !wantsLookup;
  const baseUrl = answers.get('baseUrl');
  if (wantsLookup && baseUrl !== undefined && !answers.has('analysisUrl'))
    answers.set('analysisUrl', baseUrl);
  const isAsked = wantsLookup && io.ask !== undefined;
  const asked =
    isAsked && lists.sha256.length === 0
      ? [
          await answered(io, {
            says: 'SHA-256 of a file it has an analysis for',
            mistake: (sha256) => mistakeIn({ ...targetOf(answers), analyses: [{ sha256 }] }),
          }),
        ]
      : [];
  const hashes = [...lists.sha256, ...asked];
  const limited = isAsked && fromOptions.length === 0 ? await asksForLimited(io) : fromOptions;
  const target = targetOf(answers);
  return {
    target: {
      ...target,
      areas: [
        ...(wantsFeed ? (['feed'] as const) : []),
        ...(wantsLookup ? (['lookup'] as const) : []),
      ],
      tokens: { ...(target.tokens as object), ...(limited.length > 0 && { limited }) },
      ...(hashes.length > 0 && { analyses: hashes.map((sha256) => ({ sha256 })) }),
    },
    limited,
  };
};
