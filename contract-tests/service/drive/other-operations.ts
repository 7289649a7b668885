import { randomUUID } from 'node:crypto';
import { callerClausesOf } from '../../../src/spec/clauses/caller-clauses.ts';
import { keepsClause, keptFields } from '../../../src/spec/clauses/field-clauses.ts';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { type OperationPlace, operationPlaces } from '../../../src/spec/operations.ts';
import { otherValue } from '../../../src/spec/schema/nearby-values.ts';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import type { Caller } from '../../judging/caller.ts';
import type { Parameters } from '../../judging/operation.ts';
import type { JsonBody } from '../../judging/talk/answer.ts';
import { rulesOn } from '../model/rules/rules.ts';
import { errorShape, successShape } from '../model/shapes.ts';
import { anyCall } from '../requests/any-call.ts';
import { forgedTokensOf } from '../requests/forged-tokens.ts';
import { optionalParameters, optionalQueries } from '../requests/optional-parameters.ts';
import { firstHash } from '../target/target.ts';
import type { Context } from './context.ts';
import { type Scenario, scenario } from './scenario.ts';
import { aboutReport, firstWhoMay } from './who-may.ts';

/** Operations of 4.1 to 4.4 have scenarios of their own. */
const hasOwn = /^(create|fetch|delete|lookup)$/;

/** What the contract says of the form of its answers. */
function shapesOf({ name, describesErrors }: OperationPlace): ClauseId[] {
  const shapes = [...successShape(name), ...(describesErrors ? errorShape(name) : [])];
  return shapes.map(({ clause }) => clause as ClauseId);
}

/** All that is judged of an operation's answers, and what it sends. Its callers have scenarios of their own. */
function clausesOf(place: OperationPlace): ClauseId[] {
  const { name } = place;
  const kept = keptFields.flatMap((one) =>
    one.operation === name ? keepsClause(one.field, name) : [],
  );
  const ruled = rulesOn(name).map(({ id }) => id as ClauseId);
  const aboutCallers = callerClausesOf(name).map(({ id }) => id);
  const judged = ruled.filter((id) => !aboutCallers.includes(id));
  return [...new Set([...judged, ...shapesOf(place), ...kept])];
}

/** What the operation may send: a sample, and another value of each field. */
function bodiesOf({ sends }: OperationPlace): readonly (object | undefined)[] {
  if (sends === undefined) return [undefined];
  const schema = schemaNamed(sends);
  const sample = schemaSample(schema) as { readonly [field: string]: unknown };
  const others = Object.entries(schema.properties ?? {}).map(([field, one]) => ({
    ...sample,
    [field]: otherValue(one, sample[field]) ?? sample[field],
  }));
  return [sample, ...others];
}

const mostPages = 3;

/** A response that has a parameter of the operation as its field says where to read on. */
function pageAfter({ query }: OperationPlace, body: JsonBody): Parameters {
  return Object.fromEntries(
    query.flatMap((name) => (typeof body[name] === 'string' ? [[name, body[name]]] : [])),
  );
}

/** Called by everybody, for a report that is there and one that is not, which is fetched after each call. */
function calls(place: OperationPlace) {
  return async (context: Context) => {
    const { api, callers, knownCallers, target } = context;
    const allowed = firstWhoMay(context, place.name);
    const stored = await api.createdAndSeen(callers.researcher);
    const call = async (caller: Caller, sent: object | undefined, report = stored.id) => {
      let page: Parameters = {};
      for (let pages = 0; pages < mostPages; pages += 1) {
        const about = { ...aboutReport(context, stored), report, ...page };
        const { body } = await api.send(anyCall(place, { caller, about, sent }));
        page = pageAfter(place, body);
        if (Object.keys(page).length === 0) break;
      }
      await api.fetchKnown(stored);
    };
    const [sample, ...others] = bodiesOf(place);
    for (const sent of [sample, ...others]) await call(allowed, sent);
    const forged = forgedTokensOf(allowed, target.tokens);
    for (const caller of [callers.nobody, callers.unknown, ...forged, ...knownCallers.known])
      await call(caller, sample);
    await call(allowed, sample, randomUUID());
  };
}

/** Valid calls, with the values that optional query parameters may have. */
function variedCalls(place: OperationPlace) {
  return async (context: Context) => {
    const { api, callers, draft, target } = context;
    const isLookup = place.area === 'lookup';
    const caller = isLookup ? callers.analyst : firstWhoMay(context, place.name);
    for (const query of optionalQueries(place)) {
      const about = isLookup
        ? { hash: firstHash(target.analyses[0]) }
        : aboutReport(context, await api.createdAndSeen(callers.researcher));
      const sent = place.sends === 'ReportDraft' ? draft() : undefined;
      await api.send(anyCall(place, { caller, about: { ...about, ...query }, sent }));
    }
  };
}

/** Of operations without scenarios of their own, and of all that have optional parameters. */
export function otherOperationScenarios(): readonly Scenario[] {
  return [
    ...operationPlaces
      .filter(({ name }) => !hasOwn.test(name))
      .map((place) => scenario(`calls of ${place.name}`, clausesOf(place), calls(place))),
    ...operationPlaces
      .filter((place) => optionalParameters(place).length > 0)
      .map((place) =>
        scenario(`optional parameters of ${place.name}`, shapesOf(place), variedCalls(place)),
      ),
  ];
}
