import { createHash } from 'node:crypto';
import type { Analysis } from '../../domain/analysis.ts';
import type { components } from '../../spec/admin.generated.ts';
import { fileHashes, type HashField, hashesIn } from '../../spec/file-hashes.ts';
import { most } from '../../worlds/limits.ts';
import type { World } from '../../worlds/world.ts';
import { sizeOf } from './given.ts';
import { ControlProblem, invalid, tooMany } from './problem.ts';

/** Only the SHA-256 is required; other fields are derived from it. */
export type NewAnalysis = components['schemas']['NewAnalysis'];

/** Replaces one with the same SHA-256. */
export function addAnalysis(world: World, asked: NewAnalysis): Analysis {
  const sha256Hash = asked.sha256Hash.toLowerCase();
  const analysis: Analysis = {
    ...madeUp(sha256Hash, world.clock.now()),
    ...asked,
    sha256Hash,
  };
  checkSize(analysis);
  const { state } = world.store;
  if (state.data.analyses.length >= most.analyses && !state.analysis(sha256Hash)) {
    throw tooMany(`${most.analyses} analyses in a world`, 'Reset it, or make another world.');
  }
  for (const hash of hashesIn(analysis)) {
    const other = state.analysis(hash.toLowerCase());
    if (other && other.sha256Hash !== sha256Hash) {
      throw new ControlProblem('taken', `${hash} leads to the analysis of ${other.sha256Hash}.`);
    }
  }
  world.store.commit({ type: 'analysis-added', analysis });
  return analysis;
}

/** Open fields may contain anything, so their size is limited. */
function checkSize(analysis: Analysis): void {
  const size = sizeOf(analysis);
  if (size === undefined) throw invalid('The analysis nests too deep.');
  if (size <= most.analysisBytes) return;
  const detail = `The analysis has ${size} bytes. An analysis has at most ${most.analysisBytes}.`;
  throw new ControlProblem('too-large', detail);
}

/** Well-formed placeholder values, stable per file. They are not real hashes. */
function madeUp(sha256: string, now: number): Analysis {
  const hex = (name: string, length: number): string =>
    createHash('shake256', { outputLength: length / 2 })
      .update(`${name} ${sha256}`)
      .digest('hex');
  const hashes = fileHashes.map(({ kind, field, digits }) => [field, hex(kind, digits)]);
  return {
    ...(Object.fromEntries(hashes) as Pick<Analysis, HashField>),
    date: `${new Date(now).toISOString().slice(0, 19)}Z`,
    tags: [],
    ssDeep: `3:${hex('ssdeep', 24)}:${hex('ssdeep', 12)}`,
    configs: {},
    mD5Hash: hex('md5', 32),
    fileName: `${sha256.slice(0, 12)}.bin`,
    sha1Hash: hex('sha1', 40),
    sizeInBytes: 0,
    staticAnalysisDuration: '00:00:00.0000000',
  };
}
