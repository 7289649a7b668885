import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import {
  cardFile,
  learnedReport,
  type Target,
  type TwinConfig,
  twinConfig,
  twinMark,
  type VerifyResult,
} from '../../../contract-tests/index.ts';
import type { Analysis } from '../../domain/analysis.ts';
import { additionMistakes } from '../../seed/seed-additions.ts';
import { schemaNamed } from '../../spec/schemas.ts';
import { emptyContents } from '../../store/contents.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { mustBeWritable, readText } from '../written.ts';

/** The configuration written beside a choice card. */
export function configBeside(card: string): string {
  return `${card.replace(/(\.dialect)?\.(ya?ml|json)$/i, '')}.config.yaml`;
}

/** Never overwrites a user's own configuration; checked before the run. */
export function mustTakeTwin(card: string | undefined, io: Io): void {
  if (card === undefined) return;
  const file = configBeside(card);
  mustBeWritable(file, io);
  const path = resolve(io.cwd, file);
  if (existsSync(path) && !readText(file, io).startsWith(twinMark))
    throw new UsageError(
      `${file} is there already, and --learn has not written it. Give another name. Nothing was run.`,
    );
}

export function configOfTwin(
  target: Target,
  card: string,
  { env }: Io,
  seen: Pick<Learned, 'analyses' | 'callers'> = { analyses: [], callers: [] },
): TwinConfig {
  return twinConfig(target, {
    baseUrl: target.baseUrl,
    dialect: basename(card),
    env,
    analyses: seen.analyses.map(asStored).filter(isSound),
    callers: seen.callers,
  });
}

type Learned = NonNullable<VerifyResult['own']>;

/** Lower-case hashes, as in seed data, and only fields of the contract. */
function asStored(analysis: object): object {
  return Object.fromEntries(
    Object.entries(analysis)
      .filter(([field]) => field in (schemaNamed('StaticAnalysis').properties ?? {}))
      .map(([field, value]) => [
        field,
        /Hash$/.test(field) && typeof value === 'string' ? value.toLowerCase() : value,
      ]),
  );
}

/** Skips analyses that break a clause or repeat another, and values that look like our placeholders. */
function isSound(one: object, nth: number, all: readonly object[]): boolean {
  return (
    !/\$\{\w+\}/.test(JSON.stringify(one)) &&
    additionMistakes(
      { contents: { ...emptyContents, analyses: all.slice(0, nth) as Analysis[] }, notes: {} },
      { analyses: [one as Analysis] },
    ).length === 0
  );
}

/**
 * Writes the answers learned by a run and, for a user's own target, a configuration with its services
 * and callers; prints what could not be learned.
 */
export function writeTwin(
  card: string | undefined,
  target: Target | undefined,
  result: VerifyResult,
  { io, write }: { readonly io: Io; readonly write: (file: string, text: () => string) => void },
): void {
  const { own, startedAt } = result;
  if (card === undefined || !own) return;
  const { card: learned } = own;
  const baseUrl = result.target.urls[0]?.url ?? '';
  write(card, () => cardFile(learned, { baseUrl, startedAt }));
  if (!target) {
    io.stdout.write(`\n${learnedReport(learned, card)}`);
    return;
  }
  const file = configBeside(card);
  const { text, unset } = configOfTwin({ ...target, baseUrl }, card, io, own);
  write(file, () => text);
  const config = { file, unset: unset.map(({ name }) => name) };
  io.stdout.write(`\n${learnedReport(learned, card, config)}`);
}
