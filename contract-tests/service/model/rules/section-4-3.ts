import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { callerIn, type Role, roles } from '../../../../src/spec/target-callers.ts';
import { formatValue } from '../../../judging/talk/format.ts';
import type { ModelCaller } from '../known/who.ts';
import { failure, isRefused, type Rule, rule, succeeds } from '../rule.ts';
import type { Step } from '../step.ts';

const mayDelete = (
  id: ClauseId,
  applies: (step: Step) => boolean,
  traffic: string,
  rests: readonly ClauseId[] = [],
): Rule => rule(id, { on: 'delete', when: applies, demand: succeeds, traffic, rests });

const ownerDeletes = 'an owner, by the target file, who deletes the report of another';

const byOwner = ({ expected }: Step): boolean =>
  expected.must === 'succeed' && expected.because === 'owner';

const isInFirstFeed = ({ exchange, firstFeed }: Step): boolean =>
  exchange.about.service === firstFeed;

const readerMayNot = 'delete/reader-may-not';

/** Those who are no researchers and own nothing, as far as their keys tell. */
function otherRoles(): readonly Role[] {
  return roles.filter((role) => {
    const { role: told, owns } = callerIn(role);
    return told !== 'researcher' && owns === undefined;
  });
}

/** Callers that are neither creator nor owner, by their role in the target file. */
const mayNot: readonly {
  readonly id: ClauseId;
  readonly who: readonly Role[];
  readonly rests?: readonly ClauseId[];
}[] = [
  { id: readerMayNot, who: otherRoles() },
  {
    id: 'delete/other-researcher-may-not',
    who: ['otherResearcher'],
    rests: ['delete/reader-may-not'],
  },
  {
    id: 'delete/researchers-are-equal',
    who: ['researcher'],
    rests: ['delete/reader-may-not', 'delete/other-researcher-may-not'],
  },
  {
    id: 'delete/other-owner-may-not',
    who: ['otherServiceOwner'],
    rests: ['delete/reader-may-not'],
  },
  {
    id: 'delete/owners-are-equal',
    who: ['service'],
    rests: ['delete/reader-may-not', 'delete/other-owner-may-not'],
  },
];

export const strangerClauseOf = ({ key }: ModelCaller): ClauseId | undefined =>
  mayNot.find(({ who }) => who.some((one) => key === `tokens.${one}`))?.id;

export const ownerClauseOf = (step: Step): ClauseId =>
  isInFirstFeed(step) ? 'delete/owner-may-delete-any' : 'delete/owner-of-any-feed';

export const section43: readonly Rule[] = [
  mayDelete(
    'delete/creator-may-delete',
    ({ expected }) => expected.must === 'succeed' && expected.because === 'creator',
    'a creator who deletes, or is refused and then finds the report',
  ),
  mayDelete(
    'delete/owner-may-delete-any',
    (step) => byOwner(step) && isInFirstFeed(step),
    ownerDeletes,
  ),
  mayDelete(
    'delete/owner-of-any-feed',
    (step) => byOwner(step) && !isInFirstFeed(step),
    ownerDeletes,
    ['delete/owner-may-delete-any'],
  ),
  ...mayNot.map(({ id, rests = [] }) =>
    rule(id, {
      on: 'delete',
      when: ({ expected, who }) => expected.because === 'not-yours' && strangerClauseOf(who) === id,
      demand: isRefused,
      rests,
      needsKnownCaller: true,
      traffic: 'a delete by somebody else, by the target file, and one of a report that is gone',
    }),
  ),
  rule('delete/flag-not-successful', {
    on: 'delete',
    when: ({ answer }) => answer.outcome === 'success',
    demand: ({ answer: { body } }) =>
      !('successful' in body) ||
      failure('no field successful beside success', `successful: ${formatValue(body.successful)}`, {
        rests: ['delete/flag-is-success'],
        sign: { field: 'successful' },
      }),
  }),
  rule('delete/error-is-no-success', {
    on: 'delete',
    when: ({ answer }) => answer.outcome === 'refusal',
    demand: ({ answer: { body } }) =>
      body.success !== true ||
      failure('no success: true on an error', 'success: true', {
        sign: { field: 'success' },
      }),
  }),
];
