import { draftFields, reportDraft, reportFields } from '../spec/fields.ts';
import { isHashOf } from '../spec/file-hashes.ts';
import { openPointById } from '../spec/open-points.ts';
import { breach, type Flaw, reliesOn } from '../traffic/flaw.ts';
import { listed } from '../values/listed.ts';
import { quoted } from '../values/quoted.ts';
import { isUrl } from '../values/url.ts';
import { isText, type SentFields, typeFlaws } from './field-flaws.ts';

/** 2.1: fields set by the service, which a client does not send. */
const given = reportFields.filter((field) => !draftFields.includes(field));

/** Some fields are optional by an open point; without the others there is nothing to report. */
function missingFlaws(sent: SentFields): Flaw[] {
  return reportDraft.required
    .filter((field) => !(field in sent))
    .map((field) =>
      openPointById.has(`create.required.${field}`)
        ? reliesOn(`create.required.${field}`, `${field} is left out.`)
        : breach(`${field}-missing`, `${field} is left out, so nothing is reported (2.1).`),
    );
}

function addressFlaws(address: string): Flaw[] {
  if (!/^(\[[^\]\s]+\]|[^\s:/]+):\d{1,5}$/.test(address))
    return [
      breach('c2Address-format', 'c2Address is not a host and a port with a colon between (4.1).'),
    ];
  const port = Number(address.slice(address.lastIndexOf(':') + 1));
  if (port < 1 || port > 65535)
    return [breach('c2Address-port', 'The port of c2Address is not from 1 to 65535 (4.1).')];
  return address.startsWith('[')
    ? [reliesOn('create.address.ipv6', 'The host of c2Address is an IPv6 address.')]
    : [];
}

function hashFlaws(hash: string): Flaw[] {
  if (!isHashOf('sha256', hash))
    return [breach('file256Hash-format', 'file256Hash is not a SHA-256 in hexadecimal (4.1).')];
  return hash === hash.toLowerCase()
    ? []
    : [reliesOn('create.hash-case', 'file256Hash is sent in upper case.')];
}

function linkFlaws(link: string): Flaw[] {
  if (!isUrl(link)) return [breach('referenceLink-format', 'referenceLink is no URL (4.1).')];
  return [
    ...(/^https?:/i.test(link)
      ? []
      : [reliesOn('create.link.scheme', 'referenceLink is no address of the web.')]),
    ...(/[^\x21-\x7e]/.test(link)
      ? [reliesOn('create.link.international', 'referenceLink has characters that are not ASCII.')]
      : []),
  ];
}

/** The flaws of a report that is sent, by field. */
export function draftFlaws(sent: SentFields): Flaw[] {
  const { c2Address, file256Hash, referenceLink } = sent;
  const own = given.filter((field) => field in sent);
  const unknown = Object.keys(sent).filter(
    (field) => !draftFields.includes(field) && !given.includes(field),
  );
  return [
    ...typeFlaws(reportDraft.properties, sent, '4.1'),
    ...(isText(c2Address) ? addressFlaws(c2Address) : []),
    ...(isText(file256Hash) ? hashFlaws(file256Hash) : []),
    ...(isText(referenceLink) ? linkFlaws(referenceLink) : []),
    ...(own.length > 0
      ? [breach('service-fields', `${own.join(', ')} must not be sent on creation (2.1).`)]
      : []),
    ...(unknown.length > 0
      ? [
          reliesOn(
            'create.unknown-fields',
            `The report has fields that do not exist: ${listed(unknown, nameOf).join(', ')}.`,
          ),
        ]
      : []),
    ...missingFlaws(sent),
  ];
}

/** A name that a client has chosen may be long. */
function nameOf(name: string): string {
  return quoted(JSON.stringify(name), 40);
}
