import { UsageError } from '../options.ts';

type Values = { readonly [option: string]: unknown };

const reports = ['junit', 'html', 'learn', 'repro'];
const watching = ['watch', 'watch-folder'];
const judging = ['fail-fast', 'strict', 'require-all', 'plan-seed'];

/** What does something else than judge one target once, and the options it has no use for. */
const modes = {
  cleanup: {
    useless: [
      ...['json', 'baseline', 'failed', 'only', 'section', 'thorough', 'dialect', 'dry-run'],
      ...['repeat', 'shard', ...reports, ...watching, ...judging],
    ],
    why: (name: string) => `--${name} has no effect with --cleanup. Leave one of them out.`,
  },
  'dry-run': {
    // What would be learned makes a run longer.
    useless: [
      ...['json', 'baseline', 'repeat', 'shard', ...watching, ...judging],
      ...reports.filter((name) => name !== 'learn'),
    ],
    why: (name: string) => `--${name} has no effect with --dry-run. Leave one of them out.`,
  },
  several: {
    useless: ['repeat', 'baseline', ...reports, ...watching],
    why: (name: string) => `--${name} is for one target. Leave it out, or judge one.`,
  },
  repeat: {
    useless: ['json', 'baseline', ...reports, ...watching],
    why: (name: string) => `--${name} has no effect with --repeat. Leave one of them out.`,
  },
} as const;

const modeOf = (values: Values, targets: readonly string[]): keyof typeof modes | undefined => {
  if (values.cleanup !== undefined) return 'cleanup';
  if (values['dry-run']) return 'dry-run';
  if (targets.length > 1 || values.shard !== undefined) return 'several';
  return values.repeat === undefined ? undefined : 'repeat';
};

/** Refuses what would be passed over in silence, by its name. */
export const refuseUseless = (values: Values, targets: readonly string[]): void => {
  const mode = modeOf(values, targets);
  if (mode === undefined) return;
  if (targets.length > 1 && mode !== 'several')
    throw new UsageError(`--${mode} is for one target. Name one.`);
  const { useless, why } = modes[mode];
  // The report that --failed goes by is read.
  const read = values.failed ? (values.baseline === undefined ? 'json' : 'baseline') : undefined;
  const isRead = (name: string) => name === read && mode !== 'cleanup';
  const first = useless.find((name) => values[name] !== undefined && !isRead(name));
  if (first !== undefined) throw new UsageError(why(first));
};
