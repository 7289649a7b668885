import type { Document, Operation } from '../contract/document.ts';
import { collectOpenPoints, isStatus } from '../spec/open-point.ts';
import type { Live, Reference } from './reference.ts';

/**
 * The document as the renderer gets it: each operation names what is open about it, and with a
 * server at hand the examples are things that exist there. The downloads stay as they are.
 */
export function shownDocument({ document, live }: Reference): Document {
  const shown = structuredClone(document);
  for (const item of Object.values(shown.paths)) {
    const shared = collectIds(item.parameters);
    for (const method of ['post', 'get', 'delete'] as const) {
      const operation = item[method];
      if (operation) operation.description = withOpenPoints(operation, shared);
    }
  }
  if (live) useWhatIsThere(shown, live);
  return shown;
}

const collectIds = (part: unknown): string[] =>
  collectOpenPoints({ part } as unknown as Document).map(({ id }) => id);

function withOpenPoints(operation: Operation, shared: readonly string[]): string {
  const own = collectIds(operation);
  const rules = [...shared, ...own.filter((id) => !isStatus(id))];
  const statuses = own.filter(isStatus);
  const links = rules.map((id) => `[${id}](open-points.html#${id})`);
  const first = statuses[0];
  if (first) links.push(`[${statuses.length} status codes](open-points.html#${first})`);
  return `${operation.description ?? ''}\n\nLeft open by the specification: ${links.join(', ')}.`;
}

interface WithExample {
  name?: string;
  example?: unknown;
}

function useWhatIsThere(document: Document, { report, hash }: Live): void {
  const set = (parameters: readonly unknown[] | undefined, name: string, value?: string): void => {
    for (const parameter of (parameters ?? []) as WithExample[]) {
      if (value !== undefined && parameter.name === name) parameter.example = value;
    }
  };
  for (const item of Object.values(document.paths)) {
    set(item.parameters, 'service', report?.service);
    set(item.get?.parameters, 'hash', hash);
  }
  set(Object.values(document.components.parameters), 'report', report?.id);
}
