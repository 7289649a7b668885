// @ts-check
import { chip, emptyState, h, shownTime, table } from './dom.js';

/** Reports by feed. @param {import('./panel.d.ts').Console} console */
export const reportsPanel = ({ control }) => ({
  async show() {
    const { services, reports } = await control.state();
    if (services.length === 0) return [emptyState('No feeds', 'This world has no services.')];
    return services.map((service) => {
      const own = reports.filter((report) => report.service === service);
      return h(
        'section',
        {},
        h('h2', {}, service, ' ', chip(String(own.length))),
        own.length === 0
          ? h('p', { class: 'dim' }, 'No reports in this feed.')
          : table(
              `Reports in the feed of ${service}`,
              [
                ['Report'],
                ['Address'],
                ['Tags'],
                ['Score', 'number'],
                ['Reported'],
                ['By'],
                ['File'],
              ],
              own.map((report) => [
                h('code', {}, report.id),
                h('code', {}, report.c2Address),
                h('span', { class: 'tags' }, ...report.tags.map((tag) => chip(tag))),
                report.confidenceScore,
                shownTime(report.reportedAt),
                report.reportedBy,
                h('code', { title: report.file256Hash }, `${report.file256Hash.slice(0, 12)}…`),
              ]),
              'reports',
            ),
      );
    });
  },
});
