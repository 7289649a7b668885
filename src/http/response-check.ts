import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { operationsOf } from '../contract/apply-dialect.ts';
import type { Document, Response } from '../contract/document.ts';
import type { OperationName } from '../domain/operation.ts';
import type { Reply } from './reply.ts';

/** What is wrong with a reply, by the document it is sent under. */
export type ResponseCheck = (operation: OperationName, reply: Reply) => string | undefined;

const mediaTypes = { json: 'application/json', text: 'text/plain', empty: undefined } as const;
const names: { [operationId: string]: OperationName } = {
  createReport: 'create',
  fetchReport: 'fetch',
  deleteReport: 'delete',
  getStaticAnalysis: 'lookup',
};

/**
 * The validator middleware sees only JSON below 500 that is sent after the request was found good.
 * This sees every reply of an operation, refusals, plain text and empty bodies included.
 */
export function responseCheckOf(document: Document): ResponseCheck {
  const ajv = new Ajv({ strict: false, allErrors: true });
  // As the validator middleware has it: what it lets in must be able to get out.
  formats.default(ajv, { mode: 'fast' });
  ajv.addSchema({ $id: 'document', components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  const responses = new Map<string, Response>();
  for (const operation of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      responses.set(`${names[operation.operationId]} ${status}`, response as Response);
    }
  }

  function validatorOf(key: string, response: Response): ValidateFunction {
    const known = compiled.get(key);
    if (known) return known;
    const schema = JSON.stringify(response.content?.['application/json']?.schema ?? false);
    const made = ajv.compile(
      JSON.parse(schema.replaceAll('"#/components', '"document#/components')),
    );
    compiled.set(key, made);
    return made;
  }

  return (operation, { status, body, outcome }) => {
    const key = `${operation} ${status}`;
    const response = responses.get(key);
    if (!response) return `the document has no status ${status} for ${operation}`;
    const type = mediaTypes[body.type];
    if (type === undefined) {
      if (response['x-empty-body']?.includes(outcome)) return undefined;
      return `the document has no empty body for ${outcome} under ${key}`;
    }
    if (!response.content?.[type]) return `the document has no ${type} for ${key}`;
    if (body.type !== 'json') return undefined;
    const validate = validatorOf(key, response);
    return validate(body.value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' });
  };
}
