import type { DocumentSchema } from '../spec/document-check.ts';

/** RFC 9110, 7.6.1 and 8.6: connection and framing headers, set by this server alone. */
const framing = [
  ...['Connection', 'Content-Length', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding'],
  ...['Upgrade', 'Proxy-*'],
];
const isFraming = (name: string): boolean =>
  /^proxy-/i.test(name) || framing.some((one) => one.toLowerCase() === name.toLowerCase());

/** RFC 9110, 5.6.2. */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** RFC 9110, 8.3.1. */
const mediaType = new RegExp(
  `^${token}/${token}([ \\t]*;[ \\t]*${token}=(${token}|"([\\t !#-[\\]-~\\x80-\\xFF]|\\\\[\\t -~])*"))*$`,
);

/** Definitions that `headersSchema` refers to. */
export const headerFormats = {
  'header-name': (name: string): boolean => new RegExp(`^${token}$`).test(name) && !isFraming(name),
  'media-type': mediaType,
};

/** Headers that users may set on a configured response. */
export const headersSchema = (hint = ''): DocumentSchema => ({
  type: 'object',
  propertyNames: {
    type: 'string',
    format: 'header-name',
    description: `the name of a header, but not one of ${framing.join(', ')}, which follow from the connection${hint}`,
  },
  patternProperties: {
    '^[Cc][Oo][Nn][Tt][Ee][Nn][Tt]-[Tt][Yy][Pp][Ee]$': {
      type: 'string',
      format: 'media-type',
      description: 'a media type such as text/html; charset=utf-8',
    },
  },
  additionalProperties: {
    type: 'string',
    pattern: '^[\\t\\x20-\\x7E\\x80-\\xFF]*$',
    description: 'a text that a header can carry',
  },
});

/** The status of a configured response. */
export const statusSchema: DocumentSchema = { type: 'integer', minimum: 200, maximum: 599 };

/** RFC 9110, 15: responses with these statuses have no body. */
export const bodilessStatuses: readonly number[] = [204, 205, 304];
