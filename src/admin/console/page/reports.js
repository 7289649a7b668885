// @ts-check
import { actions, button, chip, cut, emptyState, h, opener, shownTime, table } from './dom.js';
import { morph } from './morph.js';
import { copy, view } from './notices.js';

/** @typedef {import('./types.d.ts').Report} Report */

const pageSize = 50;

/** Reports of all feeds or one, the latest first, a page at a time. @param {import('./panel.d.ts').Console} console */
export function reportsPanel({ control, refresh, world }) {
  let words = '';
  let service = '';
  let inWorld = world();
  /** Where the pages before this one ended. @type {number[]} */
  let ends = [];
  /** @type {number | undefined} */
  let typing;

  /** @param {() => void} change */
  function anew(change) {
    change();
    ends = [];
    void refresh();
  }

  const find = h('input', {
    class: 'field',
    type: 'search',
    placeholder: 'Id, address, hash, tag, reporter',
    'aria-label': 'Find reports',
    autocomplete: 'off',
    oninput: () => {
      clearTimeout(typing);
      typing = setTimeout(
        () =>
          anew(() => {
            words = find.value;
          }),
        150,
      );
    },
  });

  // Made once: what is typed in is not taken out of the page, not even for a moment.
  const feedPlace = h('span', {});
  const count = h('span', { class: 'dim', role: 'status' });
  const tools = h('div', { class: 'row wrap tools' }, find, feedPlace, count);

  return {
    /** @param {import('./types.d.ts').SeenRequest} request */
    isTouchedBy: ({ operation, outcome }) =>
      (operation === 'create' || operation === 'delete') && /^(created|deleted)$/.test(outcome),

    async show() {
      if (world() !== inWorld) {
        inWorld = world();
        ends = [];
        service = '';
      }
      const after = ends.at(-1);
      const [services, page] = await Promise.all([
        control.services(),
        control.reports({
          limit: String(pageSize),
          ...(service && { service }),
          ...(words && { search: words }),
          ...(after !== undefined && { after: String(after) }),
        }),
      ]);
      morph(feedPlace, feeds(services));
      count.textContent = told(page);
      return [
        tools,
        page.reports.length === 0 ? nothing(services) : list(page.reports),
        pages(page.next),
      ];
    },
  };

  /** @param {string[]} services */
  function feeds(services) {
    return h(
      'select',
      {
        class: 'field',
        'aria-label': 'Feed',
        value: service,
        onchange: (/** @type {Event} */ { target }) =>
          anew(() => {
            service = /** @type {HTMLSelectElement} */ (target).value;
          }),
      },
      h('option', { value: '' }, 'all feeds'),
      ...services.map((name) => h('option', { value: name }, name)),
    );
  }

  /** @param {import('./types.d.ts').ReportPage} page */
  function told({ reports, total }) {
    const from = ends.length * pageSize;
    const number = (/** @type {number} */ one) => one.toLocaleString('en');
    if (total === 0) return '';
    return `${number(from + 1)} to ${number(from + reports.length)} of ${number(total)}`;
  }

  /** @param {string[]} services */
  function nothing(services) {
    if (services.length === 0) return emptyState('No feeds', 'This world has no services.');
    return words
      ? emptyState('Nothing found', 'No report has all of these words.')
      : emptyState('No reports', 'A report that is created appears here at once.');
  }

  /** @param {Report[]} reports */
  function list(reports) {
    return table(
      'Reports, the latest first',
      [
        ['Report'],
        ['Feed'],
        ['Address'],
        ['Tags'],
        ['Score', 'number'],
        ['Reported'],
        ['By'],
        ['File'],
        [''],
      ],
      reports.map((report) => ({
        key: `${report.service} ${report.id}`,
        cells: [
          opener(report.id, () => view(report.id, { ...report })),
          cut(report.service),
          cut(report.c2Address, 'mono'),
          h('span', { class: 'tags' }, ...report.tags.map((tag) => chip(tag))),
          report.confidenceScore,
          shownTime(report.reportedAt),
          cut(report.reportedBy),
          cut(report.file256Hash, 'mono'),
          actions(
            report.id,
            button('Copy id', () => copy(report.id, 'Id')),
          ),
        ],
      })),
      'reports',
    );
  }

  /** @param {number | undefined} next */
  function pages(next) {
    const older = button('Older', () => {
      if (next !== undefined) ends.push(next);
      void refresh();
    });
    const newer = button('Newer', () => {
      ends.pop();
      void refresh();
    });
    older.disabled = next === undefined;
    newer.disabled = ends.length === 0;
    return h('p', { class: 'row', hidden: next === undefined && ends.length === 0 }, newer, older);
  }
}
