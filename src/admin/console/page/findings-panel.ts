import { chip, html } from '../../../pages/page/view.ts';
import type { ClientFinding } from '../../control/findings.ts';
import { button, count, cut, emptyState, table } from './parts.ts';
import type { Console } from './types.ts';

/** What clients did that the specification rules out or leaves open. */
export function findingsPanel(console: Console) {
  const { control, draw, showRequests } = console;
  let found: readonly ClientFinding[] = [];

  const rowOf = (finding: ClientFinding) => {
    const { id, kind, sentence, caller, times, openPoint, requests = [] } = finding;
    const point = `${control.baseUrl}/docs/specification.html#${openPoint}`;
    return {
      key: `${id} ${caller}`,
      cells: [
        kind === 'breaks' ? chip('breaks', 'bad') : chip('relies on', 'warn'),
        html`<span>${sentence} ${openPoint === undefined ? html`<code class="dim">${id}</code>` : html`<a href=${point}><code>${openPoint}</code></a>`}</span>`,
        cut(caller),
        count(times),
        html`<span class="row tight">${requests.slice(-3).map((one) => button(`#${one}`, () => showRequests([one]), '', { 'aria-label': `Request ${one}` }))}${requests.length > 3 && button(`${times > requests.length ? 'Latest' : 'All'} ${requests.length}`, () => showRequests(requests))}</span>`,
      ],
    };
  };

  return {
    /** For the tab. */
    count: () => found.length,
    look: async () => {
      found = await control.findings().catch(() => []);
      draw();
    },
    isTouchedBy: () => true,
    show: async () => {
      found = await control.findings();
      return () => [
        found.length > 0 &&
          html`<p class="dim"><strong>breaks</strong>: the specification rules it out. <strong>relies on</strong>: the specification leaves it open, and another server may do otherwise.</p>`,
        table(
          'Findings about clients',
          'Kind|What|Caller|#Times|Requests',
          [...found].sort((a, b) => a.kind.localeCompare(b.kind)).map(rowOf),
          emptyState(
            'No findings',
            'Every request so far is one the specification allows. Point your client at this server: what it does beyond that is listed here.',
          ),
        ),
      ];
    },
  };
}
