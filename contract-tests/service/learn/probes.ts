import { callerProbes } from './caller-probes.ts';
import { lookupProbes } from './lookup-probes.ts';
import type { Probe } from './probe.ts';
import { sizeProbes } from './size-probes.ts';
import { urlProbes } from './url-probes.ts';
import { valueProbes } from './value-probes.ts';

export const allProbes: readonly Probe[] = [
  ...callerProbes,
  ...lookupProbes,
  ...sizeProbes,
  ...urlProbes,
  ...valueProbes,
];
