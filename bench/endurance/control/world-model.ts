import { ownSeed } from '../../../src/seed/own-seed.ts';
import { most } from '../../../src/worlds/limits.ts';

const seed = ownSeed().contents;

/** What a snapshot brings back. */
interface Kept {
  readonly services: ReadonlySet<string>;
  readonly callers: ReadonlySet<string>;
  readonly analyses: ReadonlySet<string>;
}

/** What a world ought to hold, by what was said to its control plane. */
export class WorldModel {
  services = new Set(seed.services);
  callers = new Set(seed.callers.map(({ id }) => id));
  analyses = new Set(seed.analyses.map(({ sha256Hash }) => sha256Hash));
  readonly snapshots = new Map<string, Kept>();
  faults = new Map<string, { readonly type: string; readonly status?: number }>();
  readonly began: string;
  dialect: string;
  mode = 'real';
  idSeed: string | null = null;
  #nextFault = 1;

  constructor(dialect = 'default') {
    this.began = this.dialect = dialect;
  }

  reset(): void {
    this.restore({
      services: new Set(seed.services),
      callers: new Set(seed.callers.map(({ id }) => id)),
      analyses: new Set(seed.analyses.map(({ sha256Hash }) => sha256Hash)),
    });
    this.faults = new Map();
    this.#nextFault = 1;
    this.dialect = this.began;
    this.mode = 'real';
    this.idSeed = null;
  }

  take(name: string): void {
    this.snapshots.set(name, {
      services: new Set(this.services),
      callers: new Set(this.callers),
      analyses: new Set(this.analyses),
    });
  }

  restore({ services, callers, analyses }: Kept): void {
    this.services = new Set(services);
    this.callers = new Set(callers);
    this.analyses = new Set(analyses);
  }

  addFault(fault: { readonly type: string; readonly status?: number }): void {
    this.faults.set(`fault-${this.#nextFault}`, fault);
    this.#nextFault += 1;
  }

  /** The status with which one more, or another of the same name, is made. */
  made(of: 'services' | 'callers' | 'snapshots' | 'analyses', name: string, good: number): number {
    const there = this[of];
    const replaces = of === 'snapshots' || of === 'analyses';
    if (there.has(name)) return replaces ? good : 409;
    return there.size >= most[of] ? 409 : good;
  }

  /** Everything that can be asked for, in the words of the answers. */
  view(): { readonly [path: string]: unknown } {
    return {
      '/services': sorted(this.services),
      '/callers': sorted(this.callers),
      '/analyses': sorted(this.analyses),
      '/snapshots': sorted(this.snapshots.keys()),
      '/faults': [...this.faults.keys()],
      '/dialect': this.dialect,
      '/clock': this.mode,
      '/ids': this.idSeed,
    };
  }
}

export const sorted = (names: Iterable<string>): string[] => [...names].sort();
