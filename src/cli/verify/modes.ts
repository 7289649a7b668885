import { UsageError } from '../options.ts';

type Values = { readonly [option: string]: unknown };

const reports = ['junit', 'html', 'learn', 'repro'];
const judging = ['fail-fast', 'fail-on-5xx', 'strict', 'require-all', 'plan-seed'];

/** Modes other than judging one target once, with the options they do not support. */
const modes = {
  cleanup: [
    ...['json', 'baseline', 'only', 'thorough', 'dialect', 'dry-run'],
    ...['repeat', 'skip', 'careful', 'no-spend', 'budget', ...reports, ...judging],
  ],
  // Learning makes a run longer.
  'dry-run': [
    ...['json', 'baseline', 'repeat', ...judging],
    ...reports.filter((name) => name !== 'learn'),
  ],
  repeat: ['json', 'baseline', ...reports],
} as const;

const modeOf = (values: Values): keyof typeof modes | undefined => {
  if (values.cleanup !== undefined) return 'cleanup';
  if (values['dry-run']) return 'dry-run';
  return values.repeat === undefined ? undefined : 'repeat';
};

/** Rejects options that would be ignored silently. */
export const refuseUseless = (values: Values): void => {
  if (values.budget !== undefined && values['require-all'])
    throw new UsageError(
      '--require-all wants everything tested, and --budget leaves out what is beyond it. Leave one of them out.',
    );
  const mode = modeOf(values);
  if (mode === undefined) return;
  const first = modes[mode].find((name) => values[name] !== undefined);
  if (first !== undefined)
    throw new UsageError(`--${first} has no effect with --${mode}. Leave one of them out.`);
};
