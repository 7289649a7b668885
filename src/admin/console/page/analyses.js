// @ts-check
import { actions, button, chip, cut, emptyState, h, opener, shownTime, table } from './dom.js';
import { copy, view } from './notices.js';

/** The files that can be looked up. @param {import('./panel.d.ts').Console} console */
export const analysesPanel = ({ control }) => ({
  isTouchedBy: () => false,

  async show() {
    const analyses = await control.analyses();
    if (analyses.length === 0) {
      return [emptyState('No analyses', 'Every lookup in this world finds nothing.')];
    }
    return [
      table(
        'Analyses',
        [['File'], ['SHA-256'], ['Findings'], ['Bytes', 'number'], ['Analysed'], ['']],
        analyses.map((analysis) => ({
          key: analysis.sha256Hash,
          cells: [
            opener(analysis.fileName, () => view(analysis.fileName, analysis)),
            cut(analysis.sha256Hash, 'mono'),
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
          ],
        })),
        'analyses',
      ),
    ];
  },
});
