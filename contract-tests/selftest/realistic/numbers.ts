import type { FrontRequest, FrontState, Layer } from './front.ts';
import { jsonOf } from './front.ts';
import { answers, type FaultsById, isDone, on, page, requestLike, stacked } from './layers.ts';

const scoreForm = /"confidenceScore":(-?\d[\d.eE+-]*)/;

/** The score of a create as it was written. */
function scoreIn({ body }: FrontRequest): string {
  return scoreForm.exec(body.toString())?.[1] ?? '';
}

/** More digits than a double has, a fraction, an exponent, or the zero below zero. */
function isOdd(score: string): boolean {
  return /^-0|[.eE]|\d{16}/.test(score);
}

/** Stores odd scores, whatever their range, and shows them as it has read them. */
function readsScores(read: (score: string) => string): Layer {
  const shown = new WeakMap<FrontState, Map<string, string>>();
  const scoresOf = (world: FrontState): Map<string, string> => {
    const scores = shown.get(world) ?? new Map<string, string>();
    shown.set(world, scores);
    return scores;
  };
  const taking = on('create', async (one, world) => {
    const score = scoreIn(one);
    if (!isOdd(score)) return undefined;
    const plain = one.body.toString().replace(scoreForm, '"confidenceScore":1');
    const response = await world.pass(requestLike(one, { body: Buffer.from(plain) }));
    if (isDone(response)) scoresOf(world).set(String(jsonOf(response).id), read(score));
    return response;
  });
  const showing = answers((response, one, world) => {
    const score = one.operation === 'fetch' ? scoresOf(world).get(one.id) : undefined;
    if (score === undefined || !isDone(response)) return response;
    const text = response.body.toString().replace(scoreForm, `"confidenceScore":${score}`);
    return { ...response, body: Buffer.from(text) };
  });
  return stacked(showing, taking);
}

/** Gives a page with a stack for some scores, before anything else is checked. */
function failsOn(isMeant: (score: string) => boolean): Layer {
  return on('create', (one) => (isMeant(scoreIn(one)) ? page(500) : undefined));
}

/** Numbers of JSON that languages and databases read as others. */
export const numberFaults: FaultsById = {
  'scores-end-at-their-exponent': {
    says: 'A score is read up to the first character that is no digit.',
    layer: readsScores((score) => String(Number.parseInt(score, 10))),
  },
  'scores-are-texts': {
    says: 'A score that does not fit is stored as text.',
    layer: readsScores((score) => (/\d{16}/.test(score) ? `"${score}"` : String(Number(score)))),
  },
  'exponents-get-a-page': {
    says: 'A score with an exponent fails in the parser.',
    layer: failsOn((score) => /e/i.test(score)),
  },
  'fractions-get-a-page': {
    says: 'A score with a long fraction fails in the parser.',
    layer: failsOn((score) => /\.\d{16}/.test(score)),
  },
  'numbers-beyond-doubles-get-a-page': {
    says: 'A score that no double holds fails in the parser.',
    layer: failsOn((score) => !Number.isFinite(Number(score))),
  },
  'negative-zero-gets-a-page': {
    says: 'A score of -0 is less than the lowest and not less than zero.',
    layer: failsOn((score) => Object.is(Number(score), -0)),
  },
};
