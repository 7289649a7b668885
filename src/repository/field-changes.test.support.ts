import type { ContractChange } from './contract-change.test.support.ts';

const field = (name: string, text: string): string => `        ${name}:\n${text}`;

const campaign = field(
  'campaign',
  `          type: string
          description: What the report belongs to.
          pattern: "^[a-z]+(-[a-z]+)*$"
          x-words: lower-case words with dashes
          example: autumn-mail
`,
);

const optionalField: ContractChange = {
  name: 'an optional field of a report',
  most: 3,
  edits: {
    'openapi.yaml': [
      [
        '        confidenceScore:\n          type: integer\n          description: How sure the researcher is.\n          minimum',
        campaign,
      ],
      [
        '        confidenceScore:\n          type: integer\n          description: How sure the researcher is.\n          example',
        campaign,
      ],
    ],
    'seed-data/reports.yaml': [['  c2Address: relay.example:443', '  campaign: spring\n']],
  },
  mutants: ['loses-campaign', 'takes-any-campaign'],
};

const serviceField: ContractChange = {
  name: 'a required field that the service sets',
  most: 4,
  edits: {
    'openapi.yaml': [
      [
        '        confidenceScore:\n          type: integer\n          description: How sure the researcher is.\n          example',
        field(
          'updatedAt',
          `          type: string
          description: When the report was last changed.
          default: "1970-01-01 00:00:00"
          x-words: a time
          pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$"
          example: "2026-01-31 13:45:00"
`,
        ),
      ],
      ['        - reportedBy\n        - file256Hash\n', '        - updatedAt\n'],
      [
        '                      reportedBy: First researcher\n',
        '                      updatedAt: "1970-01-01 00:00:00"\n',
      ],
    ],
    'src/operations/create.ts': [
      [
        '    reportedBy: caller.name,',
        "    updatedAt: new Date(now).toISOString().slice(0, 19).replace('T', ' '),\n",
      ],
    ],
    'src/contract/contract.test.ts': [['file256Hash firstSeenID', 'updatedAt ']],
  },
  mutants: ['report-without-updated-at', 'report-updated-at-format-1'],
};

const nestedField: ContractChange = {
  name: 'a nested field of an analysis',
  most: 2,
  edits: {
    'openapi.yaml': [
      [
        '        ssDeep:\n          type: string',
        field(
          'sections',
          `          type: array
          uniqueItems: true
          description: The sections of the file.
          items: { $ref: "#/components/schemas/FileSection" }
`,
        ),
      ],
      [
        '    AnalysisTag:\n',
        `    FileSection:
      type: object
      description: A section of a file.
      required: [name, entropy]
      properties:
        name: { type: string, maxLength: 8, description: Its name., example: .text }
        entropy: { type: number, minimum: 0, maximum: 8, description: Its entropy., example: 6.5 }
`,
      ],
    ],
  },
  mutants: ['analysis-without-sections-name', 'analysis-sections-entropy-format-2'],
};

export const fieldChanges = [optionalField, serviceField, nestedField];
