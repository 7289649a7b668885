import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import {
  type HashKind,
  hashField,
  hashFields,
  hashKinds,
} from '../../../../src/spec/file-hashes.ts';
import { formatAnswer, formatValue } from '../../../judging/talk/format.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import { fieldsAbout, looksLikeAnalysis } from '../../operations/analysis.ts';
import { demandRefusalWithReasons, type Failure, failure, type Rule, rule } from '../rule.ts';
import { fieldClausesOf, successShape } from '../shapes.ts';
import type { Step } from '../step.ts';

const fields = [...hashFields, 'mD5Hash', 'sha1Hash'];

function shapesOf(field: string): ClauseId[] {
  return fieldClausesOf(successShape('lookup'), field);
}

function agrees({ lookup }: Step): true | Failure {
  const { differing: field = '', known, analysis } = lookup ?? {};
  return (
    field === '' ||
    failure(
      `${field}: ${formatValue(known?.[field])}, as before for this file`,
      `${field}: ${formatValue(analysis?.[field])}`,
      {
        rests: ['lookup/gives-the-file-asked-for', ...shapesOf(field)],
        sign: { field },
      },
    )
  );
}

const lookedUpTwice = 'a file that is looked up twice';

/** A file found again, in the same way or another. */
function again(id: ClauseId, before: string, rests: readonly ClauseId[] = []): Rule {
  return rule(id, {
    on: 'lookup',
    when: ({ lookup }) => lookup?.before === before,
    demand: agrees,
    rests,
    traffic: before === 'so' ? lookedUpTwice : 'a file that is looked up by several hashes',
  });
}

function byKind(kind: HashKind): Rule {
  return rule(`lookup/by-${kind}`, {
    on: 'lookup',
    when: ({ lookup, expected }) =>
      lookup?.kind === kind && (lookup.analysis !== undefined || expected.because === 'known-file'),
    demand: (step) =>
      step.lookup?.analysis !== undefined ||
      failure(
        `the analysis by its ${kind} hash, as it is found by another hash of the file`,
        formatAnswer(step.answer),
        { rests: ['lookup/body-is-json'], sign: { shows: 'refusal' } },
      ),
    traffic: 'lookups of one file by several of its hashes, again and again',
  });
}

/** What the response to an unknown hash says about a file all the same. */
function saidOfUnknown({ answer: { body, exchange }, lookup }: Step): readonly string[] {
  const isError = 'error' in body || exchange.response.status >= 400;
  return isError || !lookup ? [] : fieldsAbout(lookup.hash, body);
}

/** Whether a response says that there is nothing by an unknown hash. */
export function isPlainMiss(step: Step): boolean {
  const { expected, exchange } = step;
  const isMiss = expected.because === 'unknown-hash' && exchange.response.status < 500;
  return isMiss && saidOfUnknown(step).length === 0;
}

/** One field may belong to an error; the format of errors is not shown. */
const fewestFields = 2;

/** What is missed stays missed: errors may have any format (4.4), but not that of an analysis the next time. */
function findsNothing(step: Step): true | Failure {
  const refused = demandRefusalWithReasons(step);
  const said = saidOfUnknown(step);
  if (refused !== true || !step.lookup?.wasMissed || said.length < fewestFields) return refused;
  return failure(
    `nothing by the hash ${step.lookup.hash}, as before`,
    `part of an analysis of an unknown file: ${said.join(', ')}`,
  );
}

export const section44: readonly Rule[] = [
  rule('lookup/body-is-the-analysis', {
    on: 'lookup',
    when: ({ lookup }) => lookup?.analysis !== undefined,
    demand: ({ answer }) =>
      looksLikeAnalysis(answer.json) ||
      failure('the analysis itself as the body', 'an analysis wrapped in something'),
  }),
  ...hashKinds.map(byKind),
  rule('lookup/gives-the-file-asked-for', {
    on: 'lookup',
    when: ({ lookup, expected }) => lookup?.analysis !== undefined && expected.must !== 'refuse',
    demand: ({ lookup }) =>
      fields.some((field) => sameText(lookup?.analysis?.[field], lookup?.hash)) ||
      failure(`the analysis of the file ${lookup?.hash}`, 'the analysis of another file', {
        rests: ['lookup/unknown-hash-finds-nothing', ...hashFields.flatMap(shapesOf)],
      }),
  }),
  rule('lookup/states-its-hashes', {
    on: 'lookup',
    when: ({ lookup }) => lookup?.analysis !== undefined && lookup.kind !== undefined,
    demand: ({ lookup }) => {
      if (lookup?.kind === undefined) return true;
      const field = hashField(lookup.kind);
      return (
        sameText(lookup?.analysis?.[field], lookup?.hash) ||
        failure(
          `${field}: ${lookup?.hash.toLowerCase()}`,
          `${field}: ${formatValue(lookup?.analysis?.[field])}`,
          {
            rests: ['lookup/gives-the-file-asked-for', ...shapesOf(field)],
            sign: { field, wants: lookup?.hash.toLowerCase() },
          },
        )
      );
    },
  }),
  again('lookup/repeats-agree', 'so'),
  again('lookup/any-case-means-that-file', 'in-another-case', ['lookup/repeats-agree']),
  again('lookup/same-by-every-hash', 'by-another-hash', ['lookup/repeats-agree']),
  rule('lookup/repeats-agree', {
    on: 'lookup',
    when: ({ expected, lookup }) => expected.because === 'repeat' && !lookup?.analysis,
    demand: ({ answer }) =>
      failure('the same analysis again', formatAnswer(answer), {
        rests: ['lookup/body-is-json'],
        sign: { shows: 'refusal' },
      }),
  }),
  rule('lookup/unknown-hash-finds-nothing', {
    on: 'lookup',
    when: ({ expected }) => expected.because === 'unknown-hash',
    demand: findsNothing,
    unobservable:
      'a listener cannot know which files have an analysis; an analysis of another file is detected',
  }),
];
