import './caller-probes.ts';
import './lookup-probes.ts';
import './size-probes.ts';
import './url-probes.ts';
import './value-probes.ts';

export { allProbes } from './probe.ts';
