import openapiTypescript, { astToString } from 'openapi-typescript';
import { allClauses } from '../spec/clauses/clauses.ts';
import { fileHashes } from '../spec/file-hashes.ts';
import { collectOpenPoints, isStatus, type OpenPoint } from '../spec/open-point.ts';
import { openapiText } from '../spec/openapi.ts';
import { callerRoles } from '../spec/who-may.ts';
import { adminDocument, readFaultTraits } from './admin-document.ts';
import { readContract } from './document.ts';
import { placedOperations } from './operations.ts';
import { specificationText } from './specification.ts';

const banner = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n\n';
const adminBanner = banner.replace('openapi.yaml', 'admin.openapi.yaml');

/** The files generated from openapi.yaml, by path. */
export async function generated(): Promise<{ [path: string]: string }> {
  return {
    'src/spec/api.generated.ts': banner + (await apiTypes()),
    'src/spec/admin.generated.ts': adminBanner + (await adminTypes()),
    'src/spec/fault-traits.generated.ts': adminBanner + faultTraitsModule(),
    'src/spec/operations.generated.ts': banner + operationsModule(),
    'src/spec/callers.generated.ts': banner + callersModule(),
    'src/spec/file-hashes.generated.ts': banner + fileHashesModule(),
    'src/spec/clauses.generated.ts':
      banner.replace('openapi.yaml', 'clauses.yaml') + clausesModule(),
    'src/dialects/open-points.generated.ts': banner + openPointsModule(),
    'docs/specification.md': specificationText(),
  };
}

/** Immutable: the server's own state uses these types. */
async function apiTypes(): Promise<string> {
  return astToString(await openapiTypescript(openapiText(), { immutable: true }));
}

/** Of what the control plane takes and shows; complete, without our extensions of OpenAPI. */
async function adminTypes(): Promise<string> {
  return astToString(await openapiTypescript(JSON.stringify(adminDocument()), { immutable: true }));
}

function faultTraitsModule(): string {
  const lines = Object.entries(readFaultTraits()).map(([type, traits]) => {
    return `  ${type}: ${JSON.stringify(traits)},`;
  });
  return [
    '/** What the schema of a kind of fault cannot say: its stages, and whom it is for. */',
    `export const faultTraits = {\n${lines.join('\n')}\n} as const;`,
    '',
  ].join('\n');
}

function operationsModule(): string {
  const names = Array.from(placedOperations(readContract()), ({ name }) => `'${name}'`);
  return [
    '/** The operations, by the short names that open points, faults and logs use. */',
    `export type OperationName = ${names.join(' | ')};`,
    '',
  ].join('\n');
}

function callersModule(): string {
  const roles = callerRoles.map((role) => `'${role}'`);
  return [
    '/** The roles that a caller may have. */',
    `export type CallerRole = ${roles.join(' | ')};`,
    '',
  ].join('\n');
}

function fileHashesModule(): string {
  const kinds = fileHashes.map(({ kind }) => `'${kind}'`);
  return [
    '/** The hashes that a file is looked up by, as target files name them. */',
    `export type HashKind = ${kinds.join(' | ')};`,
    '',
  ].join('\n');
}

/** Open points are observed, never judged: they have no rule. */
function clausesModule(): string {
  const ids = allClauses().flatMap(({ id, kind }) => (kind === 'open' ? [] : [`  | '${id}'`]));
  return `/** Every statement of the specification that a rule can judge. */\nexport type ClauseId =\n${ids.join('\n')};\n`;
}

function openPointsModule(): string {
  const points = collectOpenPoints(readContract());
  const fields = points.map(
    (point) => `  /** ${point.question} (${point.section}) */\n  '${point.id}': ${typeOf(point)};`,
  );
  return [
    '/** One answer to every open point. */',
    `export interface Answers {\n${fields.join('\n')}\n}`,
    '',
  ].join('\n');
}

function typeOf(point: OpenPoint): string {
  if (isStatus(point.id)) return 'number';
  const listed = [point.default, ...point.alternatives];
  const free = point.accepts?.type === 'integer' ? ['number'] : [];
  if (point.accepts?.type === 'string') free.push('string');
  const literals = listed.filter((answer) => !free.includes(typeof answer));
  return [...free, ...literals.map((answer) => JSON.stringify(answer))].join(' | ');
}
