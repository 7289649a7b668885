import { authorizationOf } from '../../dialects/authorization.ts';
import { type Caller, hasToken } from '../../domain/caller.ts';
import { expiryOf } from '../../operations/identify-caller.ts';
import { requestsLeft } from '../../operations/lookup.ts';
import type { components } from '../../spec/admin.generated.ts';
import { most } from '../../worlds/limits.ts';
import type { World } from '../../worlds/world.ts';
import { ControlProblem, tooMany, unknownNamed } from './problem.ts';
import { latest, timeFrom, type When } from './time.ts';

type Schemas = components['schemas'];

/** A caller, as listed by the control plane. */
export type CallerView = Schemas['Caller'];

type Times = { readonly expiresAt?: When | null };

/** Changes to a caller; null: as the dialect has it. */
export type CallerChange = Omit<Schemas['CallerChange'], 'expiresAt'> & Times;

/** A caller to create; omitted fields are generated. */
export type NewCaller = Omit<Schemas['NewCaller'], 'expiresAt'> & Times;

/** By the id of their caller: the whole value of the Authorization header, where it is known. */
export function tokensOf({ store, dialect }: Pick<World, 'store' | 'dialect'>): {
  readonly [callerId: string]: string;
} {
  const callers = store.state.data.callers.filter(hasToken);
  return Object.fromEntries(callers.map(({ id, token }) => [id, authorizationOf(dialect, token)]));
}

export function callerViews(world: World): CallerView[] {
  return world.store.state.data.callers.map((caller) => callerView(world, caller));
}

function callerView({ dependencies, dialect }: World, caller: Caller): CallerView {
  const { expiresAt: _e, mintedAt: _m, ...rest } = caller;
  const expiry = expiryOf(dependencies, caller);
  return {
    ...rest,
    authorization: authorizationOf(dialect, caller.token),
    requestsLeft: requestsLeft(dependencies, caller),
    // Times beyond the range of a world's clock never come.
    ...(expiry <= latest && { expiresAt: new Date(expiry).toISOString() }),
  };
}

export function mintCaller(world: World, asked: NewCaller): CallerView {
  const { state } = world.store;
  if (state.data.callers.length >= most.callers) {
    throw tooMany(`${most.callers} callers in a world`, 'Revoke one, or make another world.');
  }
  const id = asked.id ?? freeId(world);
  const token = asked.token ?? newToken(world);
  if (state.caller(id)) throw new ControlProblem('taken', `There is a caller "${id}" already.`);
  if (state.callerByToken(token)) {
    throw new ControlProblem('taken', 'Another caller has this token. Choose another.');
  }
  const born: Caller = { id, name: id, token, roles: [], mintedAt: world.clock.now() };
  const caller = changed(world, born, asked);
  // A caller with this id may have been revoked; its remaining count is not inherited.
  const granted = state.allowance(id) && world.dependencies.rules.requestsOf(caller);
  return put(world, caller, asked.requestsLeft ?? granted);
}

export function changeCaller(world: World, id: string, change: CallerChange): CallerView {
  return put(world, changed(world, known(world, id), change), change.requestsLeft);
}

export function revokeCaller(world: World, id: string): void {
  known(world, id);
  world.store.commit({ type: 'caller-removed', id });
}

function known({ store }: World, id: string): Caller {
  const caller = store.state.caller(id);
  if (!caller) throw unknownNamed('caller', id, '');
  return caller;
}

function changed({ store, dependencies }: World, caller: Caller, change: CallerChange): Caller {
  const { owns, requests, expiresAt } = change;
  if (owns && !store.state.hasService(owns) && !dependencies.rules.opensFeeds) {
    throw new ControlProblem('invalid-request', `There is no service "${owns}" to own. Add it.`);
  }
  const { owns: _o, requests: _r, expiresAt: _e, ...unchanging } = caller;
  const owned = owns === undefined ? caller.owns : owns;
  const granted = requests === undefined ? caller.requests : requests;
  const until =
    expiresAt === undefined ? caller.expiresAt : expiresAt === null ? null : timeFrom(expiresAt);
  return {
    ...unchanging,
    name: change.name ?? caller.name,
    roles: change.roles ?? caller.roles,
    ...(owned != null && { owns: owned }),
    ...(granted != null && { requests: granted }),
    ...(until != null && { expiresAt: until }),
  };
}

function put(world: World, caller: Caller, left?: number): CallerView {
  const { store, dependencies, clock } = world;
  store.commit({ type: 'caller-set', caller });
  if (left !== undefined) {
    const allowance = { left, period: dependencies.rules.quotaPeriod(clock.now()) };
    store.commit({ type: 'allowance-set', caller: caller.id, allowance });
  }
  return callerView(world, caller);
}

function freeId({ store }: World): string {
  for (let n = 1; ; n += 1) if (!store.state.caller(`caller-${n}`)) return `caller-${n}`;
}

/** Uses the world's id generator: with a seed, tokens are reproducible too. */
function newToken({ ids, store }: World): string {
  for (;;) {
    const token = `token-${Buffer.from(ids.random(12)).toString('hex')}`;
    if (!store.state.callerByToken(token)) return token;
  }
}
