import { openapiDocument } from './openapi.ts';

interface Schemas {
  readonly components: {
    readonly schemas: { readonly [name: string]: { readonly properties?: object } };
  };
}

const namesIn = (schema: string): readonly string[] =>
  Object.keys((openapiDocument() as Schemas).components.schemas[schema]?.properties ?? {});

/** 2.1: what a client sends to create a report. */
export const draftFields: readonly string[] = namesIn('ReportDraft');

/** 2.1: what a fetch shows of a report. */
export const reportFields: readonly string[] = namesIn('Report');

/** 2.2. */
export const analysisFields: readonly string[] = namesIn('StaticAnalysis');
