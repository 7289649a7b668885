import type { ValidateFunction } from 'ajv';
import { schemaCompiler } from '../../contract/compile-schema.ts';
import type { Document, Response } from '../../contract/document.ts';
import { operationNamed } from '../../contract/operations.ts';
import { type OperationName, operationNames } from '../../domain/operation.ts';
import type { Reply } from './reply.ts';

/** What is wrong with a reply, by the document it is sent under. */
export type ResponseCheck = (operation: OperationName, reply: Reply) => string | undefined;

const mediaTypes = { json: 'application/json', text: 'text/plain', empty: undefined } as const;

/**
 * The one judge of replies. The validator middleware sees only JSON below 500 that is sent by
 * `res.json` after the request was found good, and is therefore told not to look at responses.
 * This sees every reply of an operation: refusals, plain text, empty bodies, 500 and 503 included.
 */
export function responseCheckOf(document: Document): ResponseCheck {
  const { compile, errorsText } = schemaCompiler(document, { allErrors: true });
  const compiled = new Map<Response, ValidateFunction>();
  const responses = Object.fromEntries(
    operationNames.map((name) => [name, operationNamed(document, name).responses]),
  ) as Record<OperationName, { [status: string]: Response }>;

  function validatorOf(response: Response): ValidateFunction {
    const known = compiled.get(response);
    if (known) return known;
    const schema = response.content?.['application/json']?.schema;
    const made = compile(schema ?? { not: {} });
    compiled.set(response, made);
    return made;
  }

  return (operation, { status, body, outcome }) => {
    const response = responses[operation][status];
    if (!response) return `the document has no status ${status} for ${operation}`;
    const type = mediaTypes[body.type];
    if (type === undefined) {
      if (response['x-empty-body']?.includes(outcome)) return undefined;
      return `the document has no empty body for ${outcome} under ${operation} ${status}`;
    }
    if (!response.content?.[type]) return `the document has no ${type} for ${operation} ${status}`;
    if (body.type !== 'json') return undefined;
    const validate = validatorOf(response);
    return validate(body.value) ? undefined : errorsText(validate);
  };
}
