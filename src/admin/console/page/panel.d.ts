import type { Control } from './control.js';

/** What every panel gets to work with. */
export interface Console {
  control: Control;
  /** Runs an action of the user, says what came of it, and shows the panel anew. */
  act: (what: string, action: () => Promise<unknown>) => Promise<void>;
  openWorld: (id: string) => void;
  world: () => string;
}
