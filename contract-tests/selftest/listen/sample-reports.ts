import { createHash } from 'node:crypto';

export const sampleHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Labels as users type and paste them. */
const labels: readonly (readonly string[])[] = [
  ['rat', 'windows'],
  ['Emotet', 'epoch 5', 'loader'],
  ['zloader', 'banker', 'botnet'],
  ["it's packed", 'C:\\Users\\Public'],
  ['C++', '<script>', 'a&b'],
  ['🐀', 'größe', '名前'],
  ['GET /%41%42 HTTP/1.1', 'path%20scan'],
  ['pasted\tfrom a table', 'two\r\nlines'],
  ['rat', 'rat'],
  [],
  [`rule ${'Win32_Trojan_Generic_'.repeat(6)}`, 'yara'],
  ['rat, windows', '2024'],
];

const links = (hash: string, nth: number): string =>
  [
    `https://results.example/${hash}`,
    `https://results.example/report?hash=${hash}&lang=en#summary`,
    `https://results.example/a+b/${hash}/`,
    `https://results.example/${hash}?trail=${'0123456789abcdef'.repeat(14)}`,
  ][nth % 4] ?? '';

export const sampleReport = (nth: number, run: string) => {
  const file256Hash = sampleHash(`${run} ${nth}`);
  return {
    tags: labels[nth % labels.length] ?? [],
    c2Address:
      nth % 3 === 0
        ? `203.0.113.${nth + 1}:${4000 + nth}`
        : `${nth === 1 ? 'C2' : 'c2'}-${nth}.example.net:443`,
    file256Hash,
    referenceLink: links(file256Hash, nth),
    confidenceScore: [75, 100, 64, 50, 0][nth % 5] ?? 50,
  };
};

/** A report of the seed data, known to all callers. */
export const seededReportId = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
