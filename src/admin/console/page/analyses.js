// @ts-check
import { actions, button, chip, emptyState, h, shownTime, table } from './dom.js';
import { copy } from './notices.js';

/** The files that can be looked up. @param {import('./panel.d.ts').Console} console */
export const analysesPanel = ({ control }) => ({
  async show() {
    const { analyses } = await control.state();
    if (analyses.length === 0) {
      return [emptyState('No analyses', 'Every lookup in this world finds nothing.')];
    }
    return [
      table(
        'Analyses',
        [['File'], ['SHA-256'], ['Findings'], ['Bytes', 'number'], ['Analysed'], ['']],
        analyses.map((analysis) => [
          h(
            'details',
            {},
            h('summary', {}, analysis.fileName),
            h('pre', { class: 'body' }, JSON.stringify(analysis, null, 2)),
          ),
          h('code', { class: 'hash' }, analysis.sha256Hash),
          h(
            'span',
            { class: 'tags' },
            ...analysis.tags.map(({ heat, name }) =>
              chip(`${name} ${heat}`, heat > 5 ? 'warn' : ''),
            ),
            analysis.tags.length === 0 && h('span', { class: 'dim' }, '–'),
          ),
          analysis.sizeInBytes.toLocaleString('en'),
          shownTime(analysis.date),
          actions(
            analysis.fileName,
            button('Copy hash', () => copy(analysis.sha256Hash, 'Hash')),
          ),
        ]),
      ),
    ];
  },
});
