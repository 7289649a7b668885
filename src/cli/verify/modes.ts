import { UsageError } from '../options.ts';

type Values = { readonly [option: string]: unknown };

const reports = ['junit', 'html', 'learn', 'repro', 'statement', 'history'];
const watchOptions = ['watch', 'watch-folder'];
const judging = ['fail-fast', 'fail-on-5xx', 'strict', 'require-all', 'plan-seed'];

/** Modes other than judging one target once, with the options they do not support. */
const modes = {
  cleanup: [
    ...['json', 'baseline', 'failed', 'only', 'thorough', 'dialect', 'dry-run'],
    ...['repeat', 'skip', 'careful', 'no-spend', 'budget', ...reports, ...watchOptions, ...judging],
  ],
  // Learning makes a run longer.
  'dry-run': [
    ...['json', 'baseline', 'repeat', ...watchOptions, ...judging],
    ...reports.filter((name) => name !== 'learn'),
  ],
  repeat: ['json', 'baseline', ...reports, ...watchOptions],
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
  // --failed reads its report.
  const read = values.failed ? (values.baseline === undefined ? 'json' : 'baseline') : undefined;
  const isRead = (name: string) => name === read && mode !== 'cleanup';
  const first = modes[mode].find((name) => values[name] !== undefined && !isRead(name));
  if (first !== undefined)
    throw new UsageError(`--${first} has no effect with --${mode}. Leave one of them out.`);
};
