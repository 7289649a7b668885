import type { SchemaObject } from '../../contract/document.ts';
import { html, type Markup } from '../../pages/html.ts';

/** The type of a schema, for people. */
export function typeWords(schema: SchemaObject): string {
  const { type, items, format } = schema as SchemaObject & {
    items?: SchemaObject;
    format?: string;
  };
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  if (type === 'array') return `array of ${items ? typeWords(items) : 'anything'}`;
  if (type === undefined && '$ref' in schema) return 'object';
  return [type ?? 'anything', format && `(${format})`].filter(Boolean).join(' ');
}

/** The limits of a value. */
export function constraints(schema: SchemaObject): Markup | undefined {
  const limits = [
    between(schema.minimum, schema.maximum, ''),
    between(schema.minLength, schema.maxLength, ' characters'),
    between(schema.minItems, schema.maxItems, ' entries'),
  ].filter((limit) => limit !== undefined);
  const { pattern } = schema;
  if (limits.length === 0 && pattern === undefined) return undefined;
  return html`<span class="below dim">${limits.join(', ')}${
    typeof pattern === 'string' && html` ${patternMarkup(pattern)}`
  }</span>`;
}

function between(least: unknown, most: unknown, unit: string): string | undefined {
  if (least === 1 && most === undefined && unit !== '') return 'not empty';
  if (least === undefined && most === undefined) return undefined;
  if (most === undefined) return `at least ${least}${unit}`;
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
}

/** Long patterns are collapsed. */
function patternMarkup(pattern: string): Markup {
  return pattern.length <= 40
    ? html`matches <code>${pattern}</code>`
    : html`<details class="pattern"><summary>matches a pattern</summary><code>${pattern}</code></details>`;
}
