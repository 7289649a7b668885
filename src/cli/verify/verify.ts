import { changesSince, consoleReport, judgeTarget } from '../../../contract-tests/index.ts';
import { shellWord } from '../../traffic/curl.ts';
import { isColorful } from '../io.ts';
import { command, refuseArguments, UsageError, wholeNumber } from '../options.ts';
import { mustTakeReports, writeReportFiles } from '../report-files.ts';
import { mustTakeTwin, writeTwin } from '../twin/twin-files.ts';
import { mustBeFolder, mustBeWritable, writeOutput } from '../written.ts';
import { writeCauseFiles } from './cause-files.ts';
import { cleanUpFrom } from './clean-up.ts';
import { needlessWaivers, previousRunReport } from './former.ts';
import { choiceOf, describedBy, describedTarget, isDescribed } from './judged.ts';
import { print, tellGithub } from './on-github.ts';
import { repeated } from './repeated.ts';
import { listing, selection, splitList } from './selection.ts';
import { definition } from './verify-options.ts';
import { VerifyRun, type VerifyTarget } from './verify-run.ts';

/** Judges a target, or the reference server without one. */
export const verify = command(definition, async (asked, io, judge: VerifyTarget = judgeTarget) => {
  const { values, positionals, args } = asked;
  refuseArguments(positionals, 'verify', describedBy(positionals));
  const chosen = selection(splitList(values.only));
  const former = values.baseline === undefined ? undefined : previousRunReport(values.baseline, io);
  if (values.list) {
    io.stdout.write(`${listing(chosen)}\n`);
    return 0;
  }
  const times = wholeNumber(values.repeat ?? '1', '--repeat', 1);
  const choice = choiceOf(values);
  const isOthers = isDescribed(choice, io);
  if (values.dialect !== undefined && isOthers)
    throw new UsageError('--dialect is for the reference server. Leave it out, or the target.');
  if (values.cleanup !== undefined) return cleanUpFrom(values.cleanup, choice, io);
  if (values['dry-run']) return new VerifyRun({ values, chosen, choice }, io).dryRun();
  mustTakeReports(values, io);
  mustBeWritable(values.learn, io);
  mustBeWritable(values.har, io);
  mustBeFolder(values.repro, io);
  if (isOthers) mustTakeTwin(values.learn, io);
  const command = ['abuse-feed verify', ...args.map(shellWord)].join(' ');
  const run = new VerifyRun({ values, chosen, choice }, io);
  if (times > 1) return repeated(times, () => run.judge(judge, command), io);
  const result = await run.judge(judge, command);
  const hasFiles = values.repro !== undefined;
  const format = { color: isColorful(io), verbose: values.verbose ?? false, hasFiles };
  print(consoleReport(result, format), io);
  print(needlessWaivers(result) + (former ? changesSince(former, result) : ''), io);
  tellGithub(result, io);
  writeReportFiles(values, io, result, former);
  writeCauseFiles(values.repro, io, result, isOthers ? result.target : undefined);
  writeTwin(values.learn, describedTarget(choice, io), result, {
    io,
    write: (file, text) => writeOutput(file, io, text),
  });
  return result.exitCode;
});
