import type { Control } from './control.js';
import type { Child } from './dom.js';
import type { SeenRequest } from './types.d.ts';

/** What every panel gets to work with. */
export interface Console {
  control: Control;
  /** Runs an action of the user, says what came of it, and shows the panel anew. */
  act: (what: string, action: () => Promise<unknown>) => Promise<void>;
  /** The same, for whoever shows by itself why it was not done. */
  perform: (what: () => string, action: () => Promise<unknown>) => Promise<void>;
  openWorld: (id: string) => void;
  world: () => string;
  /** Shows the open panel anew. */
  refresh: () => Promise<void>;
}

export interface Panel {
  show: () => Promise<(Child | Child[])[]>;
  /** Whether what the panel shows may be another after this request. */
  isTouchedBy: (request: SeenRequest) => boolean;
}
