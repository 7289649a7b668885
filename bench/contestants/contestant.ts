import type { Requests } from '../load/workload.ts';
import type { Server } from './spawned.ts';

/** A server in the race. */
export interface Contestant {
  /** The word it is chosen by. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'bare' | 'plain' | 'ours' | 'peer';
  /** Whether it keeps what is created, so that the number of stored reports matters. */
  readonly keeps: boolean;
  /** Whether it checks requests against the document. */
  readonly validates?: boolean;
  /** The id of the contestant that it passes everything on to, where it is a proxy. */
  readonly inFrontOf?: string;
  /** Starts it with so many reports stored; the folder is its own and empty. */
  start(folder: string, reports: number): Promise<Running>;
  /** The first start from nothing, to the first good answer; not measured where it is not given. */
  coldStart?(folder: string): Promise<Server>;
}

export interface Running extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** The process it passes everything on to, where it is a proxy. */
  readonly behind?: number;
  readonly requests: Requests;
}

/** All that take part in an answer. */
export const processesOf = ({ pid, behind }: Running): readonly number[] =>
  behind === undefined ? [pid] : [pid, behind];

/** Why a contestant cannot take part, and what to do about it. */
export class Absent extends Error {}
