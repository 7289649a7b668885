import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import {
  allClauses,
  announcement,
  bySection,
  type Clause,
  cardFile,
  consoleReport,
  countPlans,
  htmlReport,
  jsonReport,
  verify as judge,
  junitReport,
  learnedReport,
  type RunResult,
  readTarget,
  sectionName,
  type Target,
  TargetError,
  variables,
} from '../../../contract-tests/index.ts';
import { nearest } from '../../spec/nearest.ts';
import { packageRoot } from '../../spec/package-root.ts';
import type { ExitCode, Io } from '../io.ts';
import { parseOptions, refuseArguments, UsageError } from '../options.ts';
import { statusLineOn } from '../status-line.ts';

const help = `Judge an implementation of the specification, clause by clause.

Usage: abuse-feed verify [options]

Without a target, the reference server is started on a free port and judged.

  --target FILE        the implementation: its URLs, its tokens, what it holds (YAML or JSON)
  --base-url URL       overrides baseUrl of the target
  --analysis-url URL   overrides analysisUrl of the target
  --only ID            judge only this clause; may be repeated, or a list with commas
  --section 4.3        judge only the clauses of this section
  --list               list the clauses and end
  --json FILE          write the result as JSON
  --junit FILE         write the result as JUnit XML
  --html FILE          write the result as one HTML page
  --learn FILE         write how the target answers the open points, as a dialect file
  --strict             answers other than those in expect of the target end with 1
  --require-all        what could not be tested makes the run inconclusive
  --plan-seed N        plan the cases by this seed (default 1); the same seed repeats them
  --thorough           cases for every triple of features, not only every pair
  --repeat N           judge N times, and fail where the verdicts differ
  --verbose            show all the evidence
  --no-color           no colours (also NO_COLOR)
  --help               show this

Ends with 0 conforms, 1 violates, 2 wrong usage, 3 inconclusive.
Variables override the target file: ${Object.values(variables).slice(0, 2).join(', ')}, …
`;

const options = {
  target: { type: 'string' },
  'base-url': { type: 'string' },
  'analysis-url': { type: 'string' },
  only: { type: 'string', multiple: true },
  section: { type: 'string', multiple: true },
  list: { type: 'boolean' },
  json: { type: 'string' },
  junit: { type: 'string' },
  html: { type: 'string' },
  learn: { type: 'string' },
  strict: { type: 'boolean' },
  'require-all': { type: 'boolean' },
  'plan-seed': { type: 'string' },
  thorough: { type: 'boolean' },
  repeat: { type: 'string' },
  verbose: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const listed = (values: readonly string[] | undefined): string[] =>
  (values ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '');

/** The clauses asked for. A filter that matches nothing would judge nothing and look fine. */
const selection = (only: readonly string[], sectionNumbers: readonly string[]): Clause[] => {
  const all = allClauses();
  for (const id of only)
    if (!all.some((clause) => clause.id === id)) {
      const meant = nearest(
        id,
        all.map((clause) => clause.id),
      );
      throw new UsageError(
        `There is no clause ${id}.${meant ? ` Did you mean ${meant}?` : ''} See --list.`,
      );
    }
  const inSection = (clause: Clause, number: string): boolean =>
    clause.section === number || clause.section.startsWith(`${number}.`);
  for (const number of sectionNumbers)
    if (!all.some((clause) => inSection(clause, number)))
      throw new UsageError(`No clause is of section ${number}. See --list.`);
  const chosen = all.filter(
    (clause) =>
      (only.length === 0 || only.includes(clause.id)) &&
      (sectionNumbers.length === 0 || sectionNumbers.some((number) => inSection(clause, number))),
  );
  if (chosen.length === 0) throw new UsageError('No clause is both in --only and in --section.');
  return chosen;
};

const listing = (clauses: readonly Clause[]): string =>
  [...new Set(clauses.map(({ section }) => section))]
    .sort(bySection)
    .flatMap((number) => [
      sectionName(number),
      ...clauses
        .filter(({ section }) => section === number)
        .map(({ id, kind, sentence }) => `  ${id.padEnd(42)} ${kind.padEnd(8)} ${sentence}`),
    ])
    .join('\n');

interface Judged {
  readonly target: Target;
  readonly close: () => Promise<void>;
}

const referenceFile = (): string =>
  join(packageRoot, 'contract-tests', 'targets', 'reference.yaml');

const referenceServer = async (io: Io): Promise<Judged> => {
  const { startServer } = await import('../../index.ts');
  const server = await startServer();
  const flags = { baseUrl: server.baseUrl, analysisUrl: server.analysisUrl };
  const target = readTarget(referenceFile(), { env: {}, cwd: io.cwd, flags });
  return { target, close: () => server.close() };
};

const progress = (io: Io): ((done: number, all: number) => void) | undefined => {
  const line = statusLineOn(io.stderr);
  return (
    line && ((done, all) => (done < all ? line.draw(`${done} of ${all} checks`) : line.clear()))
  );
};

const written = (file: string | undefined, io: Io, text: () => string): void => {
  if (file === undefined) return;
  const path = resolve(io.cwd, file);
  try {
    writeFileSync(path, text());
  } catch (error) {
    throw new UsageError(
      `${relative(io.cwd, path)} cannot be written: ${(error as Error).message}`,
    );
  }
};

/** Judges a target, or the reference server where none is given. */
export async function verify(args: string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, options);
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  refuseArguments(positionals, 'verify', 'Did you mean --target?');
  const chosen = selection(listed(values.only), listed(values.section));
  if (values.list) {
    io.stdout.write(`${listing(chosen)}\n`);
    return 0;
  }
  const flags = {
    ...(values['base-url'] !== undefined && { baseUrl: values['base-url'] }),
    ...(values['analysis-url'] !== undefined && { analysisUrl: values['analysis-url'] }),
  };
  const described = values.target ?? values['base-url'] ?? io.env[variables.baseUrl ?? ''];
  const judged = await usable(async () =>
    described === undefined
      ? referenceServer(io)
      : {
          target: readTarget(values.target, { env: io.env, cwd: io.cwd, flags }),
          close: async () => {},
        },
  );
  try {
    const plans = countPlans(judged.target.tokens.limited).map(({ token: _, ...plan }) => plan);
    const looksUp = chosen.some(({ id }) => id.startsWith('lookup/'));
    if (judged.target.areas.includes('lookup') && looksUp) io.stdout.write(announcement(plans));
    const onProgress = progress(io);
    const result: RunResult = await judge(judged.target, {
      learn: values.learn !== undefined,
      strict: values.strict ?? false,
      ...(chosen.length < allClauses().length && { only: chosen.map(({ id }) => id) }),
      requireAll: values['require-all'] ?? false,
      signal: io.signal,
      ...(onProgress && { onProgress }),
    });
    const color = !values['no-color'] && !io.env.NO_COLOR && io.stdout.isTTY === true;
    io.stdout.write(consoleReport(result, { color, verbose: values.verbose ?? false }));
    written(values.json, io, () => jsonReport(result));
    written(values.junit, io, () => junitReport(result));
    written(values.html, io, () => htmlReport(result));
    writeCard(values.learn, io, result);
    return result.exitCode;
  } finally {
    await judged.close();
  }
}

/** Writes the answers a run learned to a file, and prints which it could not learn. */
const writeCard = (file: string | undefined, io: Io, result: RunResult): void => {
  const { card, target, startedAt } = result;
  if (file === undefined || !card) return;
  written(file, io, () => cardFile(card, { baseUrl: target.baseUrl, startedAt }));
  io.stdout.write(`\n${learnedReport(card, file)}`);
};

const usable = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TargetError) throw new UsageError(error.message);
    throw error;
  }
};
