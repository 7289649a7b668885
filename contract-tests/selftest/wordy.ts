import { isObject } from '../judging/talk/body.ts';
import { jsonOf, type Layer } from './realistic/front.ts';

const kibi = 1024;

function escaped(text: string): string {
  let codes = '';
  for (let at = 0; at < text.length; at += 1)
    codes += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return codes;
}

function everyCharacterEscaped(json: string): string {
  return json.replaceAll(
    /"(?:[^"\\]|\\.)*"?/gs,
    (text) => `"${escaped(JSON.parse(text) as string)}"`,
  );
}

/** Stands for the padding, which is escaped once. */
const marker = '\u2026padding';

/** Makes the texts and the objects whose contents are open (2.1, 2.2, 7) as long as it takes. */
function padded(body: object): object {
  if ('report' in body && isObject(body.report)) {
    const { tags, ...report } = body.report;
    const name = [...(Array.isArray(tags) ? tags : []), marker].join();
    // The padding comes first, so that what is read of an abridged body would change.
    return { ...body, report: { ...report, name, tags } };
  }
  if ('configs' in body) return { ...body, configs: { wordy: { text: marker } } };
  if ('error' in body) return { ...body, error: `${String(body.error)} ${marker}` };
  return { text: marker, ...body };
}

/** Every answer in about this many KiB, all characters escaped, pretty-printed, with the tags in `name`, too. */
export function wordy(size: number): Layer {
  return () => {
    const padding = escaped('as long as it takes '.repeat((size * kibi) / 120));
    return async (asked, next) => {
      const response = await next(asked);
      const json = jsonOf(response);
      if (Object.keys(json).length === 0) return response;
      const text = everyCharacterEscaped(JSON.stringify(padded(json), undefined, '\t'));
      return { ...response, body: Buffer.from(text.replace(escaped(marker), padding)) };
    };
  };
}

export const wordySizes = [10, 40, 400] as const;
