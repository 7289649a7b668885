import { breaks, type Flaw, reliesOn } from './flaw.ts';

type Sent = { readonly [field: string]: unknown };

/** 2.1: what a client supplies, and what it does not send. */
const supplied = ['tags', 'c2Address', 'file256Hash', 'referenceLink', 'confidenceScore'];
const given = ['id', 'name', 'reportedAt', 'reportedBy', 'firstSeenID'];
const optional = ['tags', 'referenceLink', 'confidenceScore'];

const isText = (value: unknown): value is string => typeof value === 'string';

const types: {
  readonly [field: string]: readonly [test: (value: unknown) => boolean, type: string];
} = {
  tags: [(value) => Array.isArray(value) && value.every(isText), 'a list of texts'],
  c2Address: [isText, 'a text'],
  file256Hash: [isText, 'a text'],
  referenceLink: [isText, 'a text'],
  confidenceScore: [Number.isInteger, 'a whole number'],
};

const typeFlaws = (sent: Sent): Flaw[] =>
  supplied.flatMap((field) => {
    const [test, type] = types[field] ?? [];
    if (!(field in sent) || !test || test(sent[field])) return [];
    return [breaks(`${field}-type`, `${field} is not ${type} (4.1).`)];
  });

const addressFlaws = (address: string): Flaw[] => {
  if (!/^(\[[^\]\s]+\]|[^\s:/]+):\d{1,5}$/.test(address))
    return [
      breaks('c2Address-format', 'c2Address is not a host and a port with a colon between (4.1).'),
    ];
  return address.startsWith('[')
    ? [reliesOn('create.address.ipv6', 'The host of c2Address is an IPv6 address.')]
    : [];
};

const hashFlaws = (hash: string): Flaw[] => {
  if (!/^[\da-f]{64}$/i.test(hash))
    return [breaks('file256Hash-format', 'file256Hash is not a SHA-256 in hexadecimal (4.1).')];
  return hash === hash.toLowerCase()
    ? []
    : [reliesOn('create.hash-case', 'file256Hash is sent in upper case.')];
};

const linkFlaws = (link: string): Flaw[] => {
  if (!URL.canParse(link))
    return [breaks('referenceLink-format', 'referenceLink is no URL (4.1).')];
  return [
    ...(/^https?:/i.test(link)
      ? []
      : [reliesOn('create.link.scheme', 'referenceLink is no address of the web.')]),
    ...(/[^\x21-\x7e]/.test(link)
      ? [reliesOn('create.link.international', 'referenceLink has characters that are not ASCII.')]
      : []),
  ];
};

/** What is wrong with a report that is sent, field by field. */
export function draftFlaws(sent: Sent): Flaw[] {
  const { c2Address, file256Hash, referenceLink } = sent;
  const own = given.filter((field) => field in sent);
  const unknown = Object.keys(sent).filter((field) => ![...supplied, ...given].includes(field));
  const missing = supplied.filter((field) => !(field in sent));
  return [
    ...typeFlaws(sent),
    ...(isText(c2Address) ? addressFlaws(c2Address) : []),
    ...(isText(file256Hash) ? hashFlaws(file256Hash) : []),
    ...(isText(referenceLink) ? linkFlaws(referenceLink) : []),
    ...(own.length > 0
      ? [breaks('service-fields', `${own.join(', ')} must not be sent on creation (2.1).`)]
      : []),
    ...(unknown.length > 0
      ? [
          reliesOn(
            'create.unknown-fields',
            `The report has fields that do not exist: ${listed(unknown)}.`,
          ),
        ]
      : []),
    ...missing.map((field) =>
      optional.includes(field)
        ? reliesOn(`create.required.${field}`, `${field} is left out.`)
        : breaks(`${field}-missing`, `${field} is left out, so nothing is reported (2.1).`),
    ),
  ];
}

/** Names that a client made up may be long and many. */
const listed = (names: readonly string[]): string =>
  names
    .slice(0, 5)
    .map((name) => JSON.stringify(name.slice(0, 40)))
    .join(', ') + (names.length > 5 ? ' …' : '');
