import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../judging/talk/answer.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import { failure, type Rule, rule } from '../rule.ts';
import type { Step } from '../step.ts';

function givesAnId({ answer }: Step): boolean {
  return (
    answer.outcome === 'success' && typeof answer.body.id === 'string' && answer.body.id !== ''
  );
}

/** The same report was created in this feed before. */
function isRepeat({ before, exchange: { about, sent } }: Step): boolean {
  return before?.service === about.service && isDeepStrictEqual(before?.sent, sent);
}

export const section41: readonly Rule[] = [
  rule('create/makes-a-new-report', {
    on: 'create',
    when: (step) => givesAnId(step) && !(step.before && isRepeat(step)),
    demand: ({ before, answer: { body }, exchange: { sent } }) =>
      before === undefined ||
      failure(
        'an id that was not given out before',
        `${body.id} once more, the id of another report`,
        {
          rests:
            isObject(sent) && sameText(sent.id, body.id)
              ? ['create/id-is-the-services']
              : ['create/repeats-make-new-reports'],
        },
      ),
  }),
  rule('create/repeats-make-new-reports', {
    on: 'create',
    when: (step) => givesAnId(step) && (step.isRepeated || isRepeat(step)),
    demand: (step) =>
      !isRepeat(step) ||
      failure(
        'a refusal, or a new id: by our reading of "the new id" (2.1), a create that succeeds has made a report',
        `the id of an equal report posted before: ${step.answer.body.id}`,
      ),
    traffic: 'a report that is created twice, the same each time',
  }),
];
