import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { Document } from '../contract/document.ts';

/** The schemas of the document that requests have to meet, compiled once. */
export interface PlainChecks {
  readonly isId: (text: string) => boolean;
  readonly isDraft: (body: unknown) => boolean;
  readonly bodyLimit: number;
}

/** Compiled when the first request asks, so that starting does not pay for it. */
export function plainChecksOf(document: Document, bodyLimit: number): PlainChecks {
  let compiled: Pick<PlainChecks, 'isId' | 'isDraft'> | undefined;
  const checks = () => {
    compiled ??= compile(document);
    return compiled;
  };
  return {
    bodyLimit,
    isId: (text) => checks().isId(text),
    isDraft: (body) => checks().isDraft(body),
  };
}

function compile({ components }: Document): Pick<PlainChecks, 'isId' | 'isDraft'> {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv, { mode: 'fast' });
  ajv.addSchema({ $id: 'document', components });
  const schema = (name: string) => ajv.compile({ $ref: `document#/components/schemas/${name}` });
  const [isId, isDraft] = [schema('Uuid'), schema('ReportDraft')];
  return { isId: (text) => isId(text), isDraft: (body) => isDraft(body) };
}
