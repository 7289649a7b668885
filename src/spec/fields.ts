import { openapiDocument } from './openapi.ts';

/** What is read of a schema of the contract without compiling it. */
export interface FieldSchema {
  readonly type?: string;
  readonly items?: FieldSchema;
  readonly example?: unknown;
}

interface ObjectSchema {
  readonly properties?: { readonly [field: string]: FieldSchema };
  readonly required?: readonly string[];
}

const { schemas } = (
  openapiDocument() as {
    readonly components: { readonly schemas: { readonly [name: string]: ObjectSchema } };
  }
).components;

/** 2.1: what a client sends to create a report. */
export const reportDraft: Required<ObjectSchema> = {
  properties: {},
  required: [],
  ...schemas.ReportDraft,
};

export const draftFields: readonly string[] = Object.keys(reportDraft.properties);

/** 2.1: what a fetch shows of a report. */
export const reportFields: readonly string[] = Object.keys(schemas.Report?.properties ?? {});
