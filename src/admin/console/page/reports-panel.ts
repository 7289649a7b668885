import { html, type View } from '../../../pages/page/view.ts';
import type { SeenExchange } from '../../../traffic/exchange.ts';
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
export class ReportsPanel implements Panel {
  readonly #console: Console;
  #words = '';
  #service = '';
  #inWorld: string;
  /** The ends of the previous pages. */
  #ends: readonly number[] = [];
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(console: Console) {
    this.#console = console;
    this.#inWorld = console.control.world;
  }

  isTouchedBy({ outcome }: SeenExchange): boolean {
    return /^(created|deleted)$/.test(outcome);
  }

  async show(): Promise<() => View> {
    const { control } = this.#console;
    if (control.world !== this.#inWorld) {
      this.#inWorld = control.world;
      this.#ends = [];
      this.#service = '';
    }
    const after = this.#ends.at(-1);
    const [services, page] = await Promise.all([
      control.services(),
      control.reports({
        limit: String(pageSize),
        ...(this.#service && { service: this.#service }),
        ...(this.#words && { search: this.#words }),
        ...(after !== undefined && { after: String(after) }),
      }),
    ]);
    return () => this.#view(services, page);
  }

  #view(services: readonly string[], { reports, total, next }: ReportPage): View {
    const ends = this.#ends;
    return html`${this.#tools(services, placeOf(ends.length * pageSize, reports.length, total))}
      ${this.#list(reports, whyEmpty(services, this.#words))}
      ${pager(
        ends.length > 0 ? () => this.#turnTo(ends.slice(0, -1)) : undefined,
        next === undefined ? undefined : () => this.#turnTo([...ends, next]),
      )}`;
  }

  #tools(services: readonly string[], place: string): View {
    return html`<div class="row wrap tools">
        <input class="field" type="search" placeholder="Id, address, hash, tag, reporter" aria-label="Find reports" autocomplete="off" onInput=${typed((words) => this.#find(words))} />
        ${select(
          {
            'aria-label': 'Feed',
            value: this.#service,
            onChange: typed((service) => this.#showFeed(service)),
          },
          [['', 'all feeds'], ...services],
        )}
        ${services.length > 0 && button('New report…', () => this.#add(services))}
        <span class="dim" role="status">${place}</span>
      </div>`;
  }

  #list(reports: readonly ReportView[], empty: View): View {
    return table(
      'Reports, the latest first',
      'Report|Feed|Address|Tags|#Score|Reported|By|File|',
      reports.map((report) => ({
        key: `${report.service} ${report.id}`,
        cells: [
          opener(report.id, () => this.#open(report)),
          cut(report.service),
          cut(report.c2Address, 'mono'),
          chips(report.tags.map((tag) => [tag])),
          report.confidenceScore,
          timeOf(report.reportedAt),
          cut(report.reportedBy),
          cut(report.file256Hash, 'mono'),
          actions(
            action('Copy id', report.id, () => this.#console.copy(report.id, 'Id')),
            action('Delete…', report.id, () => this.#remove(report), 'danger'),
          ),
        ],
      })),
      empty,
    );
  }

  #find(words: string): void {
    this.#words = words;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#turnTo([]), 150);
  }

  #showFeed(service: string): void {
    this.#service = service;
    this.#turnTo([]);
  }

  #turnTo(ends: readonly number[]): void {
    this.#ends = ends;
    void this.#console.refresh();
  }

  #open(report: ReportView): Promise<boolean> {
    const { ask, copy } = this.#console;
    return ask({
      title: report.id,
      fields: fieldsOf(report),
      more: button('Copy as JSON', () => copy(JSON.stringify(report, null, 2), 'Report')),
    });
  }

  async #add(services: readonly string[]): Promise<void> {
    const { control, perform, ask } = this.#console;
    const fields = newReportFields(await control.document());
    await ask({
      title: 'New report',
      action: 'Add',
      fields: newReportForm(fields, services),
      submit: (data) =>
        perform('Report added.', () => control.addReport(typedReport(fields, data))),
    });
  }

  #remove({ id, c2Address }: ReportView): Promise<boolean> {
    const { control, perform, ask } = this.#console;
    return ask({
      title: 'Delete this report?',
      text: `${id}, about ${c2Address}. A fetch of it is refused from now on. A reset brings seeded reports back.`,
      action: 'Delete',
      submit: () => perform('Report deleted.', () => control.removeReport(id)),
    });
  }
}

/** `1 to 50 of 120`. */
function placeOf(before: number, onPage: number, total: number): string {
  return total > 0 ? `${count(before + 1)} to ${count(before + onPage)} of ${count(total)}` : '';
}

function whyEmpty(services: readonly string[], words: string): View {
  if (services.length === 0) return emptyState('No feeds', 'This world has no services.');
  return words
    ? emptyState('Nothing found', 'No report contains all of these words.')
    : emptyState('No reports', 'A report appears here as soon as it is created.');
}
