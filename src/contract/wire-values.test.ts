import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../repository/test-settings.test.support.ts';
import { isUrl } from '../values/url.ts';
import { readContract } from './document.ts';
import { compilerOf } from './schema-compiler.test.support.ts';

const document = readContract();
const compile = compilerOf(document);
const draft = document.components.schemas.ReportDraft?.properties ?? {};
const report = document.components.schemas.Report?.properties ?? {};
const isAddress = compile(draft.c2Address ?? { not: {} });
const isReferenceLink = compile(draft.referenceLink ?? { not: {} });
const isGivenBack = compile(report.referenceLink ?? { not: {} });

const port = fc.oneof(fc.integer({ min: 0, max: 70_000 }), fc.constantFrom(1, 65_535, 65_536));

function piece(...pieces: string[]) {
  return fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join(''));
}

test('an address in brackets is taken where Node takes it for IPv6', () => {
  const inner = fc.oneof(
    fc.ipV6(),
    piece('::', ':', '1:', ':f', 'abcd:', '0', '12345', '192.0.2.1', '.'),
  );
  fc.assert(
    fc.property(inner, port, (host, number) => {
      expect(isAddress(`[${host}]:${number}`)).toBe(isIPv6(host) && number > 0 && number < 65_536);
    }),
    { numRuns: examples(3000) },
  );
});

test('a host that ends in a number is taken where Node takes it for IPv4', () => {
  const host = fc.oneof(fc.ipV4(), piece('0', '25', '256', '.', '1.', 'a.', '7'));
  fc.assert(
    fc.property(host, (text) => {
      fc.pre(/(^|\.)\d+\.?$/.test(text));
      expect(isAddress(`${text}:80`)).toBe(isIPv4(text));
    }),
    { numRuns: examples(3000) },
  );
});

const nearLinks = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc
    .tuple(
      fc.constantFrom('https://', 'HTTP://', 'http:', 'https:///', 'ftp://', '//'),
      fc.oneof(
        fc.domain(),
        fc.ipV4(),
        fc.ipV6().map((host) => `[${host}]`),
        fc.constantFrom(
          '[::::]',
          '999.1.1.1',
          'a b',
          'müller.example',
          'x%zz',
          '',
          'u:p@h.example',
        ),
      ),
      fc.oneof(
        fc.constant(''),
        fc.constant(':'),
        port.map((number) => `:${number}`),
      ),
      piece('/', '/a', '?', '#', '%20', '%zz', 'ü', '|', '{x}', '[', '\\', ' ', '"', '&=+'),
    )
    .map((parts) => parts.join('')),
);

test('a link that the document allows can be read, and fits where it is given back', () => {
  fc.assert(
    fc.property(nearLinks, (link) => {
      fc.pre(isReferenceLink(link));
      expect(isUrl(link)).toBe(true);
      expect(isGivenBack(link)).toBe(true);
    }),
    { numRuns: examples(5000) },
  );
});
