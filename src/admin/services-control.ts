import { most } from '../worlds/limits.ts';
import type { World } from '../worlds/world.ts';
import { ControlProblem, tooMany } from './problem.ts';

export async function addService({ store }: World, service: string): Promise<void> {
  if (store.state.hasService(service)) {
    throw new ControlProblem('taken', `There is a service "${service}" already.`);
  }
  if (store.state.data.services.length >= most.services) {
    throw tooMany(`${most.services} services in a world`, 'Reset it, or make another world.');
  }
  await store.commit({ type: 'service-added', service });
}
