import { schemaCompiler } from '../contract/compile-schema.ts';
import { readContract } from '../contract/document.ts';
import { isLink } from '../domain/link.ts';

/** Whether the calendar and the clock have it: 30 February and 24:00 are well-formed and do not exist. */
const exists = (iso: string): boolean => {
  const time = Date.parse(iso);
  return !Number.isNaN(time) && new Date(time).toISOString() === iso;
};

const utc = (date: string, time: string): string => `${date}T${time}.000Z`;

/** `2025-01-31 13:45:00`, in UTC. */
export const reportTime = (text: string): number =>
  Date.parse(utc(text.slice(0, 10), text.slice(11)));

type DraftField = 'c2Address' | 'referenceLink';
let draftFields: { readonly [field in DraftField]: (text: string) => boolean } | undefined;

/** What may be sent may be seeded, and nothing else: a client that gets it can send it. */
function isDraftField(field: DraftField, text: string): boolean {
  draftFields ??= compileFields();
  return draftFields[field](text);
}

function compileFields() {
  const document = readContract();
  const { compile } = schemaCompiler(document);
  const { c2Address = {}, referenceLink = {} } =
    document.components.schemas.ReportDraft?.properties ?? {};
  return { c2Address: compile(c2Address), referenceLink: compile(referenceLink) };
}

/** The forms that texts in seed files take. */
export const formats: { readonly [name: string]: RegExp | ((text: string) => boolean) } = {
  id: /^\S+$/,
  service: /^[A-Za-z0-9][A-Za-z0-9._~-]*$/,
  token: /^[\x21-\x7e]+$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  hex32: /^[0-9a-f]{32}$/,
  hex40: /^[0-9a-f]{40}$/,
  hex64: /^[0-9a-f]{64}$/,
  hex128: /^[0-9a-f]{128}$/,
  ssdeep: /^\d+:[A-Za-z0-9+/]*:[A-Za-z0-9+/]*$/,
  address: (text) => isDraftField('c2Address', text),
  link: (text) => isDraftField('referenceLink', text) && isLink(text),
  date: (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && exists(text.replace('Z', '.000Z')),
  reportTime: (text) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && exists(utc(text.slice(0, 10), text.slice(11))),
};
