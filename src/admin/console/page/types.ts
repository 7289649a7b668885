import type { View } from '../../../pages/page/view.ts';
import type { SeenExchange } from '../../../traffic/exchange.ts';
import type { Control } from './control.ts';
import type { Question } from './dialog.ts';

/** What every panel receives. */
export interface Console {
  readonly control: Control;
  /** Runs a user action, reports the result and reloads the panel. */
  act(what: string, action: () => Promise<unknown>): Promise<void>;
  /** The same, but leaves errors to the caller. */
  perform(what: string, action: () => Promise<unknown>): Promise<void>;
  ask(question: Question): Promise<boolean>;
  notice(text: string): void;
  copy(text: string, what: string): Promise<void>;
  openWorld(id: string): void;
  openTab(name: string): void;
  /** Opens one of the kept requests, or filters the list to these. */
  showRequests(ids: readonly number[]): void;
  /** Reloads the open panel. */
  refresh(): Promise<void>;
  /** Renders without loading. */
  draw(): void;
}

export interface Panel {
  /** Loads the data and returns a render function. */
  show(): Promise<() => View>;
  /** Whether this request may have changed what the panel shows. */
  isTouchedBy(exchange: SeenExchange): boolean;
}
