import type { Analysis } from '../src/domain/analysis.ts';

/** The parts of an analysis that cannot be computed from the file. Families and tags are invented. */
export type Finding = Pick<Analysis, 'date' | 'tags' | 'configs' | 'staticAnalysisDuration'>;

export const findings: { readonly [fileName: string]: Finding } = {
  'say-words.sh': {
    date: '2025-01-14T08:21:37Z',
    tags: [
      { heat: 6, name: 'script' },
      { heat: 3, name: 'downloader' },
    ],
    configs: { PaperLantern: {} },
    staticAnalysisDuration: '00:00:00.0427370',
  },
  'lamps.conf': {
    date: '2025-01-20T17:03:05Z',
    tags: [{ heat: 8, name: 'rat' }],
    configs: {
      TinCanary: {
        version: '1.4.2',
        hosts: ['relay.example:443', '192.0.2.17:8080'],
        mutex: 'harbour-lantern',
        install: { enabled: true, folder: 'meadow' },
      },
    },
    staticAnalysisDuration: '00:00:00.1183942',
  },
  'inventory.csv': {
    date: '2025-02-02T00:00:00Z',
    tags: [],
    configs: {},
    staticAnalysisDuration: '00:00:00.0091025',
  },
  'access.log': {
    date: '2025-02-11T11:45:58Z',
    tags: [{ heat: 1, name: 'log' }],
    configs: {},
    staticAnalysisDuration: '00:00:00.0150008',
  },
  'delivery note.txt': {
    date: '2025-02-28T23:59:59Z',
    tags: [
      { heat: 4, name: 'lure' },
      { heat: 2, name: 'text' },
    ],
    configs: { MossyKettle: { campaign: 'orchard', steps: 3 } },
    staticAnalysisDuration: '00:00:00.0200416',
  },
  'grey.pgm': {
    date: '2025-03-09T06:30:12Z',
    tags: [{ heat: 5, name: 'picture' }],
    configs: { VelvetAbacus: { hiddenRows: [3, 5, 8], key: null } },
    staticAnalysisDuration: '00:00:00.3310077',
  },
  'tiles.bin': {
    date: '2025-03-21T14:14:14Z',
    tags: [
      { heat: 10, name: 'rat' },
      { heat: 9, name: 'tunnel' },
      { heat: 7, name: 'packed' },
    ],
    configs: {
      TinCanary: { version: '2.0.0', hosts: ['[2001:db8::17]:8443'] },
      PaperLantern: { interval: 60, paths: ['/ember', '/fennel'] },
      QuietTrellis: {},
    },
    staticAnalysisDuration: '00:00:02.7182818',
  },
  'noise.bin': {
    date: '2025-04-01T09:00:00Z',
    tags: [
      { heat: 9, name: 'packed' },
      { heat: 8, name: 'stealer' },
    ],
    configs: { QuietTrellis: { build: 118, panel: 'https://panel.example.com/thistle' } },
    staticAnalysisDuration: '00:00:01.0048213',
  },
  'noise-scratched.bin': {
    date: '2025-04-02T09:12:44Z',
    tags: [
      { heat: 9, name: 'packed' },
      { heat: 8, name: 'stealer' },
    ],
    configs: { QuietTrellis: { build: 119, panel: 'https://panel.example.com/thistle' } },
    staticAnalysisDuration: '00:00:01.0051390',
  },
};
