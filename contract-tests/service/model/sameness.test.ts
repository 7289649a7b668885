import { expect, test } from 'vitest';
import { readAnswer } from '../../judging/talk/answer.ts';
import { someExchange } from '../../judging/talk/exchange.test.support.ts';
import { sameRefusal } from './sameness.ts';

test.each([
  ['{ "successful": false, "error": "no abc" }', true],
  ['{"error":"never","successful":false}', false],
])('a refusal is the same with the same contents, in any order: %s', (body, same) => {
  const [one, other] = ['{"error":"no abc","successful":false}', body].map((text) =>
    readAnswer(
      someExchange({
        about: { report: 'abc' },
        response: { status: 404, headers: {}, body: text },
      }),
    ),
  );
  expect(one && other && sameRefusal(one, other)).toBe(same);
});
