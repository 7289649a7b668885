import { cacheFaults } from './cache.ts';
import { connectionFaults } from './connection.ts';
import { inFrontFaults } from './in-front.ts';
import type { ShippedFault } from './layers.ts';
import { numberFaults } from './numbers.ts';
import { proxyFaults } from './proxy.ts';
import { raceFaults } from './race.ts';
import { repeatFaults } from './repeats.ts';
import { timeAndWorkerFaults } from './time-and-workers.ts';

/** Faults as production teams ship them: those that no mutant resembles. */
export const faults: readonly (ShippedFault & { readonly id: string })[] = Object.entries({
  ...connectionFaults,
  ...cacheFaults,
  ...timeAndWorkerFaults,
  ...proxyFaults,
  ...inFrontFaults,
  ...numberFaults,
  ...raceFaults,
  ...repeatFaults,
}).map(([id, fault]) => ({ id, ...fault }));
