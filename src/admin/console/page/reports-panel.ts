import { html, type View } from '../../../pages/page/view.ts';
import type { ReportPage, ReportView } from '../../control/reports-control.ts';
import { fieldsOf } from './dialog.ts';
import { newReportFields, newReportForm, typedReport } from './new-report.ts';
import {
  action,
  actions,
  button,
  chips,
  count,
  cut,
  emptyState,
  opener,
  pager,
  select,
  table,
  timeOf,
  typed,
} from './parts.ts';
import type { Console, Panel } from './types.ts';

const pageSize = 50;

/** Reports of all feeds or one, newest first, paged. */
export function reportsPanel(console: Console): Panel {
  const { control, perform, refresh, ask, copy } = console;
  let words = '';
  let service = '';
  let inWorld = control.world;
  /** The ends of the previous pages. */
  let ends: number[] = [];
  let typing: ReturnType<typeof setTimeout> | undefined;

  const go = (to: number[]) => {
    ends = to;
    void refresh();
  };

  async function add(services: readonly string[]): Promise<void> {
    const fields = newReportFields(await control.document());
    await ask({
      title: 'New report',
      action: 'Add',
      fields: newReportForm(fields, services),
      submit: (data) =>
        perform('Report added.', () => control.addReport(typedReport(fields, data))),
    });
  }

  const remove = ({ id, c2Address }: ReportView) =>
    ask({
      title: 'Delete this report?',
      text: `${id}, about ${c2Address}. A fetch of it is refused from now on. A reset brings seeded reports back.`,
      action: 'Delete',
      submit: () => perform('Report deleted.', () => control.removeReport(id)),
    });

  function view(services: readonly string[], { reports, total, next }: ReportPage): View {
    const from = ends.length * pageSize;
    return html`<div class="row wrap tools">
        <input class="field" type="search" placeholder="Id, address, hash, tag, reporter" aria-label="Find reports" autocomplete="off" onInput=${typed(
          (value) => {
            words = value;
            clearTimeout(typing);
            typing = setTimeout(() => go([]), 150);
          },
        )} />
        ${select(
          {
            'aria-label': 'Feed',
            value: service,
            onChange: typed((value) => {
              service = value;
              go([]);
            }),
          },
          [['', 'all feeds'], ...services],
        )}
        ${services.length > 0 && button('New report…', () => add(services))}
        <span class="dim" role="status">${total > 0 && `${count(from + 1)} to ${count(from + reports.length)} of ${count(total)}`}</span>
      </div>
      ${list(reports, nothing(services))}
      ${pager(
        ends.length > 0 ? () => go(ends.slice(0, -1)) : undefined,
        next === undefined ? undefined : () => go([...ends, next]),
      )}`;
  }

  function nothing(services: readonly string[]): View {
    if (services.length === 0) return emptyState('No feeds', 'This world has no services.');
    return words
      ? emptyState('Nothing found', 'No report contains all of these words.')
      : emptyState('No reports', 'A report appears here as soon as it is created.');
  }

  const list = (reports: readonly ReportView[], empty: View): View =>
    table(
      'Reports, the latest first',
      'Report|Feed|Address|Tags|#Score|Reported|By|File|',
      reports.map((report) => ({
        key: `${report.service} ${report.id}`,
        cells: [
          opener(report.id, () =>
            ask({
              title: report.id,
              fields: fieldsOf(report),
              more: button('Copy as JSON', () => copy(JSON.stringify(report, null, 2), 'Report')),
            }),
          ),
          cut(report.service),
          cut(report.c2Address, 'mono'),
          chips(report.tags.map((tag) => [tag])),
          report.confidenceScore,
          timeOf(report.reportedAt),
          cut(report.reportedBy),
          cut(report.file256Hash, 'mono'),
          actions(
            action('Copy id', report.id, () => copy(report.id, 'Id')),
            action('Delete…', report.id, () => remove(report), 'danger'),
          ),
        ],
      })),
      empty,
    );

  return {
    isTouchedBy: ({ outcome }) => /^(created|deleted)$/.test(outcome),
    async show() {
      if (control.world !== inWorld) {
        inWorld = control.world;
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
      return () => view(services, page);
    },
  };
}
