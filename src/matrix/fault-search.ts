import { plural } from '../values/listed.ts';
import type { FaultPlace } from './fault-kinds.ts';
import {
  apiEvents,
  differenceOf,
  type FaultFinding,
  faultPlaces,
  judgeFault,
  mostRequests,
  placeText,
} from './faults.ts';
import type { Conclusion, FaultGroup, MatrixExit } from './report.ts';
import { Search } from './search.ts';
import type { Change, Run, Trial } from './trial.ts';

/** Enough for every fault at the first request of each operation, and some others. */
const mostFaults = 200;

/** A trial with what its first run shows. */
interface Judged {
  readonly trial: Trial;
  readonly finding: FaultFinding | undefined;
  /** `once`: seen in the only run. `unsure`: the second run showed something else. */
  readonly is: 'sure' | 'once' | 'unsure';
}

/** Runs the command once per fault and request, and judges how it takes the fault. */
export class FaultSearch extends Search {
  /** The run without a fault that the others are compared with; until it is known, the last. */
  #chosen: Run | undefined;

  protected async explore(): Promise<void> {
    const usual = await this.#runTwice();
    const places = this.#places();
    if (!usual.passed || places.length === 0 || this.#difference()) return;
    this.#chosen = usual;
    const most = mostRequests(usual);
    const changes = places.slice(0, mostFaults).map((fault): Change => {
      const label = `${fault.kind.name} at ${placeText(fault)}`;
      return { kind: 'fault', label, answers: {}, fault, most };
    });
    this.#announce(places, changes.length, usual);
    this.plan({ fault: changes.length });
    await this.tryAll(changes, (trial) => this.#isSeenOnce(trial));
    // Whether the command still does without a fault what it did at first.
    await this.runControl('no fault, again');
  }

  /** The first may be cold: a third decides where the second is otherwise. */
  async #runTwice(): Promise<Run> {
    await this.runControl('no fault');
    const second = await this.runControl('no fault, again');
    return this.#difference() ? this.runControl('no fault, again') : second;
  }

  get #usual(): Run | undefined {
    return this.#chosen ?? this.control.at(-1);
  }

  /** Every fault at every request. */
  #places(): readonly FaultPlace[] {
    return this.#usual ? faultPlaces(apiEvents(this.#usual)) : [];
  }

  /** How the last two runs without a fault differ, if they do. */
  #difference(): string | undefined {
    const [before, last] = this.control.slice(-2);
    return before && last && differenceOf(before, last);
  }

  #announce(places: readonly FaultPlace[], chosen: number, { ms }: Run): void {
    const requests = requestCount(places);
    const kinds = new Set(places.map(({ kind }) => kind.name)).size;
    const most = chosen < places.length ? `, of which ${chosen} are made` : '';
    const [served, them] =
      requests === 1 ? ['request that is served', 'it'] : ['requests that are served', 'them'];
    const seconds = Math.ceil((chosen * ms) / this.jobs / 1000);
    this.watcher.say(
      `It makes ${requests} ${served}; ${kinds} kinds of faults are injected into ${them}: ${plural(places.length, 'run')}${most}, about ${seconds} s and what it waits. What is found once is confirmed by another run.`,
    );
    this.watcher.say(
      'Where a response never comes, a run takes as long as the command waits for one.',
    );
  }

  #findingIn({ fault }: Trial, run: Run | undefined): FaultFinding | undefined {
    return fault && run && this.#usual && judgeFault(fault, run, this.#usual);
  }

  /** A finding seen in one run only may come from a flaky command: only those seen twice are reported. */
  #isSeenOnce(trial: Trial): boolean {
    const finding = this.#findingIn(trial, trial.runs[0]);
    const all = this.trials.flatMap((one) => one.runs.map((run) => this.#findingIn(one, run)));
    return (
      finding !== undefined && all.filter((one) => one?.sentence === finding.sentence).length === 1
    );
  }

  protected conclude(): Conclusion {
    const places = this.#places();
    const judged = this.trials.map((trial): Judged => {
      const single = trial.runs.length < 2 ? 'once' : 'unsure';
      const is = this.#isSeenOnce(trial) ? single : 'sure';
      return { trial, finding: this.#findingIn(trial, trial.runs[0]), is };
    });
    return {
      kind: 'fault-matrix',
      findings: [],
      remarks: [],
      ...this.#verdict(places, judged),
      reliesOn: [],
      usual: {},
      trials: judged.map(({ trial, finding, is }) => ({
        ...trial,
        ends: is === 'sure' ? (finding?.is ?? 'survived') : 'unsteady',
        isBad: is === 'sure' && finding?.is === 'harm',
      })),
      more: { requests: requestCount(places), planned: places.length },
    };
  }

  #verdict(
    places: readonly FaultPlace[],
    judged: readonly Judged[],
  ): Partial<Conclusion> & Pick<Conclusion, 'exitCode' | 'sentence'> {
    const isWhole = this.stopped === undefined;
    const nothing = (exitCode: MatrixExit, sentence: string) => ({
      exitCode,
      sentence: isWhole ? sentence : `${this.stoppedSentence()} ${sentence}`,
    });
    const difference = this.#difference();
    // What it does with a fault could be its own doing.
    if (difference !== undefined)
      return {
        exitCode: 3,
        sentence: `The command is flaky: without any fault, ${difference}. So nothing is said of how it takes faults. A timeout of its own that is too short for this machine does that.`,
      };
    // One run that fails may be chance, or be cut off.
    if (!this.#usual?.passed)
      return nothing(
        isWhole ? 1 : 3,
        `The command ${isWhole ? 'fails' : 'failed once'} without any fault. Let it pass first.`,
      );
    if (places.length === 0)
      return nothing(
        3,
        'The stand-in served no request of the command, so no fault could be injected.',
      );
    const findings = groupsOf(judged.filter(({ is }) => is === 'sure'));
    const harmful = findings.filter(({ is }) => is === 'harm').flatMap((one) => one.in).length;
    return {
      exitCode: harmful > 0 ? 1 : isWhole ? 0 : 3,
      sentence: this.#sentence(harmful),
      findings,
      remarks: remarksOn(judged, isWhole ? places.length : judged.length),
    };
  }

  #sentence(harmful: number): string {
    const tried = this.trials.length;
    if (this.stopped !== undefined)
      return `${this.stoppedSentence()} ${harmful > 0 ? `It does harm under ${harmful}:` : 'No harm is confirmed.'}`;
    return harmful > 0
      ? `The command does harm under ${harmful} of the ${tried} faults that were tried:`
      : `The command does no harm under any of the ${tried} faults that were tried.`;
  }
}

/** `all`: how many faults should have been tried. */
function remarksOn(judged: readonly Judged[], all: number): string[] {
  const once = judged.filter(({ is }) => is === 'once');
  const unsure = judged.filter(({ is }) => is === 'unsure');
  const left = all - judged.length;
  return [
    ...(unsure.length > 0
      ? [
          `The command is flaky: it did something else the second time under ${unsure.map(({ trial }) => trial.label).join(', ')}.`,
        ]
      : []),
    ...(once.length > 0
      ? ['Seen once, and not confirmed:', ...once.map(({ finding }) => `  ${finding?.sentence}`)]
      : []),
    ...(left > 0
      ? [
          `${left} of ${all} were not tried: no more than ${mostFaults} are. A command with fewer tests gets to the others.`,
        ]
      : []),
  ];
}

function requestCount(places: readonly FaultPlace[]): number {
  return new Set(places.map(placeText)).size;
}

function groupsOf(judged: readonly Judged[]): readonly FaultGroup[] {
  const groups = new Map<string, FaultGroup>();
  for (const { trial, finding } of judged) {
    if (!finding || !trial.fault) continue;
    const { is, sentence, detail } = finding;
    const place = [placeText(trial.fault), ...(detail ? [detail] : [])].join(', ');
    const before = groups.get(sentence)?.in ?? [];
    groups.set(sentence, { is, sentence, in: [...before, place] });
  }
  return [...groups.values()];
}
