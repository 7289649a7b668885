import type { View } from '../../../pages/page/view.ts';
import type { SeenRequest } from '../../../worlds/seen-request.ts';
import type { Control } from './control.ts';
import type { Question } from './dialog.ts';

/** What every panel gets to work with. */
export interface Console {
  readonly control: Control;
  /** Runs an action of the user, says what came of it, and shows the panel anew. */
  act(what: string, action: () => Promise<unknown>): Promise<void>;
  /** The same, for whoever shows by itself why it was not done. */
  perform(what: string, action: () => Promise<unknown>): Promise<void>;
  ask(question: Question): Promise<boolean>;
  notice(text: string): void;
  copy(text: string, what: string): Promise<void>;
  openWorld(id: string): void;
  openTab(name: string): void;
  /** Opens one of the requests that are kept, or shows only these. */
  showRequests(ids: readonly number[]): void;
  /** Loads the open panel anew. */
  refresh(): Promise<void>;
  /** Shows what is known already. */
  draw(): void;
}

export interface Panel {
  /** Loads what is to be seen, and returns how to show it. */
  show(): Promise<() => View>;
  /** Whether what the panel shows may be another after this request. */
  isTouchedBy(request: SeenRequest): boolean;
}
