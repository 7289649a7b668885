import type { Workload } from '../load/workload.ts';
import { type Raced, titleOf } from '../measure/race.ts';
import { type Figures, lapsOf, medianOf } from './figures.ts';

/** What has to be known to read the figures, in sentences. */
export const notesOf = (figures: Figures): string[] => [
  ...figures.absent.map(({ name, why }) => `${name} did not take part: ${why}`),
  ...figures.raced.flatMap(noPart),
  ...figures.raced.flatMap((one) => limitedByLoad(one, figures.settings.workloads)),
  answersSeen(figures),
];

/** One sentence for each that gave wrong answers: a run with any of them has failed. */
export const wrongAnswers = ({ raced, settings }: Figures): string[] =>
  raced.flatMap((one) => {
    const wrong = [
      ...settings.workloads.flatMap((workload) =>
        counted(
          workload,
          lapsOf(one, workload).map((lap) => lap.wrong),
        ),
      ),
      ...counted('between the laps', [one.wrongBetween]),
    ];
    return wrong.length > 0 ? [`${titleOf(one)} gave wrong answers: ${wrong.join('; ')}`] : [];
  });

function counted(where: string, all: readonly Raced['wrongBetween'][]): string[] {
  const sums: { [status: string]: number } = {};
  for (const [status, count] of all.flatMap((wrong) => Object.entries(wrong)))
    sums[status] = (sums[status] ?? 0) + count;
  const parts = Object.entries(sums).map(([status, count]) =>
    status === 'broken' ? `${count} broken connections` : `${count} with status ${status}`,
  );
  return parts.length > 0 ? [`${where}: ${parts.join(', ')}`] : [];
}

function noPart(one: Raced): string[] {
  const kinds = Object.entries(one.lets).map(([kind, status]) => `${kind} (it answers ${status})`);
  if (kinds.length === 0) return [];
  return [`${titleOf(one)} takes no part in what it does not refuse: ${kinds.join(', ')}.`];
}

/** With a core for each, the one that needs more CPU time for an answer sets the pace. */
function limitedByLoad(one: Raced, workloads: readonly Workload[]): string[] {
  const limited = workloads.filter(
    (workload) =>
      medianOf(one, workload, (lap) => lap.loadMicros) >=
      medianOf(one, workload, (lap) => lap.cpuMicros),
  );
  if (limited.length === 0) return [];
  return [
    `The load was the limit for ${titleOf(one)} in ${limited.join(', ')}: the server could do more.`,
  ];
}

function answersSeen(figures: Figures): string {
  const laps = figures.raced.flatMap((one) =>
    figures.settings.workloads.flatMap((workload) => lapsOf(one, workload)),
  );
  const answers = laps.reduce((sum, lap) => sum + lap.answers, 0).toLocaleString('en');
  const wrong = wrongAnswers(figures);
  return wrong.length === 0
    ? `All ${answers} answers in ${laps.length} laps were right.`
    : `THIS RUN FAILED. ${wrong.join('. ')}.`;
}
