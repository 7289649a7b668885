import './callers.ts';
import './first-seen.ts';
import './lookups.ts';
import './rate-limit.ts';
import './scores.ts';
import './sizes.ts';
import './urls.ts';
import './values.ts';

export { allProbes } from '../probe.ts';
