import type { ContractChange } from './contract-change.test.support.ts';

/** Responses of an operation: its success, the refusals of every operation, and those of its own. */
export const responses = (of: {
  readonly outcome: string;
  readonly schema: string;
  readonly value: string;
  readonly also?: { readonly [status: string]: string };
}): string => `      responses:
        "200":
          description: As it should be.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/${of.schema}" }
              examples:
                ${of.outcome.split('.')[2]}:
                  summary: As it should be
                  value: ${of.value}
                  x-open-point:
                    - id: ${of.outcome}
                      section: "4, 7"
                      question: What is the status of a success?
                      default: 200
                      alternatives: [203]
                      why: The usual status of a response.
${Object.entries({ ...refusals, ...of.also })
  .map(([status, name]) => `        "${status}": { $ref: "#/components/responses/${name}" }\n`)
  .join('')}`;

const refusals = {
  400: 'MalformedQuery',
  401: 'UnknownCaller',
  404: 'UnknownReport',
  408: 'RequestTimeout',
  414: 'UriTooLong',
  429: 'RateLimited',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'Unavailable',
};

/** The edits that register an operation with the server and the kit, and the module of the server. */
export const registered = (
  name: string,
  {
    module,
    succeeded,
    effect,
    row,
  }: {
    readonly module: string;
    readonly succeeded: string;
    readonly effect: string;
    /** What of it the table of docs/serve.md says. */
    readonly row: string;
  },
): ContractChange['edits'] => ({
  [`src/operations/${name}.ts`]: [['', module]],
  'src/operations/operations.ts': [
    ['/** Every operation of openapi.yaml;', `import { ${name} } from './${name}.ts';\n`],
    ['  lookup,\n', `  ${name},\n`],
  ],
  'contract-tests/service/operations/records.ts': [
    [
      '  lookup: {\n',
      `  ${name}: {
    succeeded: succeededBy(${succeeded}),
    effect: '${effect}',
    words: {
      calls: '${name}s',
      answer: ['the answer to a ${name}', 'Answers to ${name}s'],
      refused: 'A ${name} is refused',
    },
  },
`,
    ],
  ],
  'docs/serve.md': [['| delete a report |', `| ${row} |\n`]],
});
