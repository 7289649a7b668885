import type { PointAnswer } from './open-point.ts';

/** An answer in a dialect file, below the comments on it. */
export interface WrittenAnswer {
  readonly id: string;
  readonly answer: PointAnswer;
  readonly comments: readonly string[];
}

/** A dialect file. Comments come before all answers, above each, and after all. */
export function dialectText(
  before: readonly string[],
  answers: readonly WrittenAnswer[],
  after: readonly string[] = [],
): string {
  const paragraphs = [
    before.map(comment),
    ...answers.map(({ id, answer, comments }) => [
      ...comments.map(comment),
      `${id}: ${scalar(answer)}`,
    ]),
    after.map(comment),
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** On one line: a second one would not be a comment. */
function comment(text: string): string {
  return `# ${text.replaceAll(/\s+/g, ' ')}`;
}

/** Words that YAML takes for something other than a text. */
const notText = /^(true|false|null|yes|no|on|off|y|n)$/i;

/** A text is quoted as in JSON, unless it is a plain word. */
function scalar(answer: PointAnswer): string {
  const isPlain = /^[A-Za-z][\w-]*$/.test(String(answer)) && !notText.test(String(answer));
  return typeof answer === 'string' && !isPlain ? JSON.stringify(answer) : String(answer);
}
