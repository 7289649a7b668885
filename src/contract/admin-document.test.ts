import { OpenAPISchemaValidator } from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import { expect, test } from 'vitest';
import { adminDocument } from './admin-document.ts';

test('the document of the control plane is valid OpenAPI', () => {
  const validator = new OpenAPISchemaValidator({ version: '3.1.0', validateApiSpec: true });
  const { errors } = validator.validate(adminDocument() as never);
  expect(errors ?? []).toEqual([]);
});
