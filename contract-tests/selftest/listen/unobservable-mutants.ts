import { whyUnobservable as whyNeverHeard } from '../../listen/unobservable.ts';

/** Mutants that a listener could detect, but whose faults do not occur in the sample traffic. */
export const notInSampleTraffic: { readonly [mutant: string]: string } = {
  'strangers-delete-at-the-fifth-try': 'nobody tries to delete the report of another five times',
  'readers-create-at-the-fourth-try': 'a reader does not try to create reports four times',
  'cuts-tags-at-255': 'no tag is that long',
  'ends-tags-at-nul': 'no tag has a NUL in it',
  'loses-the-sharp-before-a-tag': 'no tag begins with #',
  'loses-the-dash-before-a-tag': 'no tag begins with -',
  'keeps-64-tags': 'no report has that many tags',
  'writes-escapes-in-links-in-upper-case': 'no link has an escape in it',
  'resolves-dots-in-links': 'no link has dots for a part of its path',
  'takes-99-for-100': 'no score is 100',
  'takes-a-path-behind-an-address': 'nobody sends an address with a path',
  'takes-a-blank-in-a-host': 'nobody sends a host with a blank in it',
  'takes-a-sign-before-a-port': 'nobody sends a port with a sign',
  'fetch-compares-34-characters': 'nobody asks for an id that is nearly right',
  'fetch-compares-35-characters': 'nobody asks for an id that is nearly right',
  'loses-tags-that-every-object-has': 'no tag is named so',
  'decodes-whole-tags': 'no tag has an escape in it',
  'turns-underscores-into-dashes': 'no tag has an underscore',
  'takes-a-line-break-behind-a-port': 'nobody sends an address with a line break',
  'takes-a-link-without-a-scheme': 'nobody sends a link without a scheme',
  'lookup-at-zero-still-answers-in-upper-case':
    'nobody without requests left looks a hash up in upper case',
  'lookup-in-upper-case-without-token': 'nobody looks a hash up in upper case without a token',
  'strangers-delete-by-an-id-in-upper-case': 'no id is sent in upper case by a stranger',
  'takes-a-relative-link': 'no relative link is sent',
  'cuts-addresses-at-255': 'no address is so long',
  'drops-www-of-a-host': 'no host begins with www',
  'create-keeps-a-hash-in-mixed-case': 'no hash is sent in mixed case',
  'create-believes-who-says-to-be-a-researcher': 'nobody claims a role in a body',
  'delete-is-undone-a-moment-later': 'nobody looks at a deleted report a moment later',
  'delete-only-what-was-fetched': 'every report is fetched before it is deleted',
  'delete-by-the-first-to-report-the-file': 'no file is reported by two researchers',
  'deleted-report-comes-back-with-its-file': 'no file is reported again after a deletion',
  'owner-may-not-delete-one-of-several': 'no file has several reports',
  'strangers-delete-one-of-several': 'no file has several reports',
  'fetch-guesses-the-id-for-owners': 'no owner forgets the id',
  'delete-guesses-the-id-for-owners': 'no owner forgets the id',
  'fetch-finds-everything-in-unknown-feeds': 'two names may lead to one feed',
  'lookup-by-sha512-without-token': 'nobody looks a SHA-512 up without a token',
  'lookup-gives-limited-callers-another-size': 'no two callers look up the same file',
  'lookup-by-sha512-in-upper-case-gives-another-file': 'no SHA-512 is sent in upper case',
  'lookup-in-upper-case-gives-the-first-file': 'only the first file is looked up in upper case',
};

/** Why a listener need not detect a mutant; undefined if it must. */
export const whyUndetectable = (mutant: string, breaks: string): string | undefined =>
  whyNeverHeard(breaks) ?? notInSampleTraffic[mutant];
