import { randomUUID } from 'node:crypto';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { keepsClause, keptFields } from '../../../src/spec/field-clauses.ts';
import { type OperationPlace, operationPlaces } from '../../../src/spec/operations.ts';
import { otherValue } from '../../../src/spec/schema/nearby-values.ts';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { callerIn, roles } from '../../../src/spec/target-callers.ts';
import { whoMay } from '../../../src/spec/who-may.ts';
import type { Caller } from '../../judging/caller.ts';
import type { Parameters } from '../../judging/operation.ts';
import type { JsonBody } from '../../judging/talk/answer.ts';
import { rulesOn } from '../model/rules/rules.ts';
import { errorShape, successShape } from '../model/shapes.ts';
import { forgedTokensOf } from '../requests/forged-tokens.ts';
import type { Context } from './context.ts';
import { type Scenario, scenario } from './scenario.ts';

/** Operations of 4.1 to 4.4 have scenarios of their own. */
const hasOwn = /^(create|fetch|delete|lookup)$/;

/** All that is judged of an operation's answers, and what it sends. */
const clausesOf = ({ name, describesErrors }: OperationPlace): ClauseId[] => {
  const shapes = [...successShape(name), ...(describesErrors ? errorShape(name) : [])];
  const kept = keptFields.flatMap((one) =>
    one.operation === name ? keepsClause(one.field, name) : [],
  );
  const judged = [...rulesOn(name).map(({ id }) => id), ...shapes.map(({ clause }) => clause)];
  return [...new Set([...(judged as ClauseId[]), ...kept])];
};

/** What the operation may send: a sample, and another value of each field. */
const bodiesOf = ({ sends }: OperationPlace): readonly (object | undefined)[] => {
  if (sends === undefined) return [undefined];
  const schema = schemaNamed(sends);
  const sample = schemaSample(schema) as { readonly [field: string]: unknown };
  const others = Object.entries(schema.properties ?? {}).map(([field, one]) => ({
    ...sample,
    [field]: otherValue(one, sample[field]) ?? sample[field],
  }));
  return [sample, ...others];
};

const mostPages = 3;

/** A response that has a parameter of the operation as its field says where to read on. */
const pageAfter = ({ query }: OperationPlace, body: JsonBody): Parameters =>
  Object.fromEntries(
    query.flatMap((name) => (typeof body[name] === 'string' ? [[name, body[name]]] : [])),
  );

/** What any caller may be to an operation: whoever creates a report is its creator. */
const anyCaller: readonly string[] = ['anybody', 'known', 'creator'];

/** The first caller of the target file who may call the operation. */
function callerWhoMay({ name }: OperationPlace, { callers, target }: Context): Caller {
  const { any } = whoMay(name);
  const able = roles.find((key) => {
    const { role, owns } = callerIn(key);
    const isSuch = any.some(
      (one) => anyCaller.includes(one) || one === role || (one === 'owner' && owns === 'service'),
    );
    return isSuch && target.tokens[key] !== undefined;
  });
  return callers[able ?? 'researcher'];
}

/** Called by everybody, for a report that is there and one that is not, which is fetched after each call. */
const calls = (place: OperationPlace) => async (context: Context) => {
  const { api, callers, knownCallers, target } = context;
  const stored = await api.createdAndSeen(callers.researcher);
  const call = async (caller: Caller, sent: object | undefined, report = stored.id) => {
    let page: Parameters = {};
    for (let pages = 0; pages < mostPages; pages += 1) {
      const { body } = await api.send({
        operation: place.name,
        caller,
        about: { service: target.service, report, ...page },
        ...(sent && { sent, body: JSON.stringify(sent), contentType: 'application/json' }),
      });
      page = pageAfter(place, body);
      if (Object.keys(page).length === 0) break;
    }
    await api.fetchKnown(stored);
  };
  const [sample, ...others] = bodiesOf(place);
  const able = callerWhoMay(place, context);
  for (const sent of [sample, ...others]) await call(able, sent);
  const forged = forgedTokensOf(able, target.tokens);
  for (const caller of [callers.nobody, callers.unknown, ...forged, ...knownCallers.known])
    await call(caller, sample);
  await call(able, sample, randomUUID());
};

/** Of operations without scenarios of their own. */
export const otherOperationScenarios = (): readonly Scenario[] =>
  operationPlaces
    .filter(({ name }) => !hasOwn.test(name))
    .map((place) => scenario(`calls of ${place.name}`, clausesOf(place), calls(place)));
