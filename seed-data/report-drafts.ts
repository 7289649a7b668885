export interface Draft {
  readonly id: string;
  readonly service: string;
  readonly createdBy: string;
  readonly tags: readonly [string, ...string[]];
  readonly c2Address: string;
  readonly file: string;
  readonly confidenceScore: number;
  readonly reportedAt: string;
}

/** The reports, oldest first, with files by name instead of by hash. */
export const reportDrafts: readonly Draft[] = [
  {
    id: '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01',
    service: 'tunnelco',
    createdBy: 'researcher-1',
    tags: ['rat', 'tincanary'],
    c2Address: '192.0.2.17:8080',
    file: 'lamps.conf',
    confidenceScore: 4,
    reportedAt: '2025-01-21 09:15:00',
  },
  {
    id: '8d3b6f10-2e94-4a7c-b5d8-60f1c9e2a702',
    service: 'tunnelco',
    createdBy: 'researcher-2',
    tags: ['rat'],
    c2Address: 'relay.example:443',
    file: 'lamps.conf',
    confidenceScore: 5,
    reportedAt: '2025-01-23 18:40:27',
  },
  {
    id: 'c16e9d72-40a8-4f3b-8e15-7a2d5b90f403',
    service: 'dyndnsco',
    createdBy: 'researcher-2',
    tags: ['lure', 'mossykettle'],
    c2Address: 'orchard.example.com:8443',
    file: 'delivery note.txt',
    confidenceScore: 2,
    reportedAt: '2025-03-01 00:00:00',
  },
  {
    id: '27a4f8b5-93c0-4d6e-a1f2-e8b36c07d504',
    service: 'tunnelco',
    createdBy: 'researcher-1',
    tags: ['tunnel', 'rat', 'packed'],
    c2Address: '[2001:db8::17]:8443',
    file: 'tiles.bin',
    confidenceScore: 5,
    reportedAt: '2025-03-21 20:02:51',
  },
  {
    id: 'e9507c3d-1f86-4b2a-9d74-05c8a1f3b605',
    service: 'dyndnsco',
    createdBy: 'researcher-1',
    tags: ['rat'],
    c2Address: 'meadow.ddns.test:5555',
    file: 'tiles.bin',
    confidenceScore: 3,
    reportedAt: '2025-03-22 07:31:10',
  },
  {
    id: '31d8e6a9-b52f-4e07-8c43-f96b0d7a2806',
    service: 'pasteco',
    createdBy: 'researcher-2',
    tags: ['stealer', 'quiettrellis'],
    c2Address: '198.51.100.200:443',
    file: 'noise.bin',
    confidenceScore: 4,
    reportedAt: '2025-04-01 12:00:00',
  },
  {
    id: 'a4720b5e-6c19-4f8d-b3e0-29d7f5c81a07',
    service: 'pasteco',
    createdBy: 'researcher-1',
    tags: ['stealer'],
    c2Address: '203.0.113.9:65535',
    file: 'noise-scratched.bin',
    confidenceScore: 1,
    reportedAt: '2025-04-02 23:59:59',
  },
];
