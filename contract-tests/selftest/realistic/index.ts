import { cacheFaults } from './cache.ts';
import { clockFaults, workerFaults } from './clock-and-worker.ts';
import { connectionFaults } from './connection.ts';
import { countingFaults } from './counting.ts';
import { databaseFaults } from './database.ts';
import type { ShippedFault } from './layers.ts';
import { proxyFaults } from './proxy.ts';
import { raceFaults } from './race.ts';

const families = {
  connection: connectionFaults,
  cache: cacheFaults,
  clock: clockFaults,
  worker: workerFaults,
  database: databaseFaults,
  proxy: proxyFaults,
  counting: countingFaults,
  race: raceFaults,
};

export interface RealisticFault extends ShippedFault {
  readonly id: string;
  readonly family: keyof typeof families;
}

/** Faults as production teams ship them, chosen regardless of what the kit detects. */
export const faults: readonly RealisticFault[] = Object.entries(families).flatMap(
  ([family, some]) =>
    Object.entries<ShippedFault>(some).map(([id, fault]) => ({
      ...{ id, ...fault },
      family: family as RealisticFault['family'],
    })),
);
