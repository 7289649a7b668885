// XML 1.0 cannot represent these, not even escaped.
const unwritable = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu;

export const xml = (text: string): string =>
  text
    .replace(unwritable, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
