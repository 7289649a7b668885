import { openapiDocument } from './openapi.ts';

/** Reads a schema of the contract without compiling it. */
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

/** 2.1: the fields sent to create a report. */
export const reportDraft: Required<ObjectSchema> = {
  properties: {},
  required: [],
  ...schemas.ReportDraft,
};

export const draftFields: readonly string[] = Object.keys(reportDraft.properties);

/** 2.1: the fields of a fetched report. */
export const reportFields: readonly string[] = Object.keys(schemas.Report?.properties ?? {});
