import { isObject } from '../../../judging/talk/answer.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import { debatable, failure, type Rule, rule } from '../rule.ts';
import type { Step } from '../step.ts';

function givesAnId({ answer }: Step): boolean {
  return (
    answer.outcome === 'success' && typeof answer.body.id === 'string' && answer.body.id !== ''
  );
}

/** The same report was created in this feed before, and this is its id. */
function isOldId({ repeat }: Step): boolean {
  return repeat !== undefined && repeat !== 'new';
}

export const section41: readonly Rule[] = [
  rule('create/makes-a-new-report', {
    on: 'create',
    when: (step) => givesAnId(step) && !isOldId(step),
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
    when: (step) =>
      givesAnId(step) && step.repeat !== 'unclear' && (step.isRepeated || isOldId(step)),
    demand: ({ repeat, known, answer: { body } }) => {
      if (known.repeats.differ(repeat))
        return failure(
          'equal reports of one caller to become one each time, or never',
          `${repeat === 'new' ? 'a new id' : 'the id of the earlier one'}, unlike before: ${body.id}`,
        );
      if (repeat === 'own')
        return debatable('a new id for each create', `that of the caller's own equal report`);
      return (
        repeat !== 'old' ||
        failure(
          "a refusal, a new id, or that of an equal report of the caller's own that is still there",
          `the id of an equal report posted before: ${body.id}`,
        )
      );
    },
    traffic: 'a report that is created twice, the same each time',
  }),
];
