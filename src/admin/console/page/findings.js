// @ts-check
import { chip, cut, emptyState, h, table } from './dom.js';

/** What clients did that the specification has not. @param {import('./panel.d.ts').Console} console */
export const findingsPanel = ({ control }) => ({
  isTouchedBy: () => true,

  async show() {
    const findings = await control.findings();
    if (findings.length === 0) {
      return [
        emptyState(
          'Nothing found',
          'No request that is kept differs from what the specification has.',
        ),
      ];
    }
    return [
      table(
        'Findings about clients',
        [['Kind'], ['What'], ['Caller'], ['Times', 'number'], ['First']],
        findings.map(({ id, kind, sentence, caller, times, first }) => ({
          key: `${id} ${caller}`,
          cells: [
            chip(kind === 'breaks' ? 'breaks' : 'relies on', kind === 'breaks' ? 'warn' : ''),
            h('span', {}, `${sentence} `, h('code', { class: 'dim' }, id)),
            cut(caller),
            times.toLocaleString('en'),
            cut(`${first.method} ${first.path}`, 'mono'),
          ],
        })),
        'findings',
      ),
    ];
  },
});
