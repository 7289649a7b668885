import type { components } from '../spec/api.generated.ts';

/** A static analysis report (2.2), spelled as the specification spells it. */
export type Analysis = components['schemas']['StaticAnalysis'];
