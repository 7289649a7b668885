import type { ValidateFunction } from 'ajv';
import { judged } from '../document/judged.ts';
import type { Schema } from '../document/schema.ts';
import { typesInWords } from '../document/words.ts';
import { pointsOf, withAnswer } from '../spec/open-point.ts';
import { followed, inlined } from '../spec/schemas.ts';
import { breach, type Flaw, reliesOn } from '../traffic/flaw.ts';

/** What a server accepts that answers the open points about a value in one way. */
interface Reading {
  readonly answers: readonly string[];
  readonly schema: Schema;
}

type Reader = Pick<Reading, 'answers'> & { readonly accepts: ValidateFunction };

/** A URI is ASCII (RFC 3986, 2); the common check leaves to each parser what else it takes. */
const notAscii: Schema = { pattern: '[^\\x21-\\x7e]' };

/** A listener judges millions of values by a few schemas. */
const readersBySchema = new WeakMap<Schema, readonly Reader[]>();

function readersOf(written: Schema): readonly Reader[] {
  const readers =
    readersBySchema.get(written) ??
    readingsOf(followed(written)).map(({ answers, schema }) => ({
      answers,
      accepts: judged(inlined(schema.format === 'uri' ? { ...schema, not: notAscii } : schema)),
    }));
  readersBySchema.set(written, readers);
  return readers;
}

/** Every combination of answers that patch the schema, the defaults first; limits that a point sets may be any. */
function readingsOf(schema: Schema): readonly Reading[] {
  return pointsOf(schema).reduce<readonly Reading[]>(
    (readings, point) =>
      readings.flatMap((one) => {
        const answers = point.sets ? ['unbounded'] : ['default', ...Object.keys(point.patch ?? {})];
        return answers.map((answer) => ({
          answers: [...one.answers, answer],
          schema: withAnswer(one.schema, point, answer),
        }));
      }),
    [{ answers: [], schema }],
  );
}

/** The flaws of a value: refused by every server, or by those that answer an open point in another way. */
export function valueFlaws(name: string, schema: Schema, value: unknown, section: string): Flaw[] {
  const readers = readersOf(schema);
  const accepting = readers.find(({ accepts }) => accepts(value));
  if (!accepting) {
    const isOfWrongType = readers[0]?.accepts.errors?.[0]?.keyword === 'type';
    const words = followed(schema)['x-words'] ?? typesInWords(followed(schema));
    const says = `${name} is not ${words || 'of the form in the contract'} (${section}).`;
    return [breach(`${name}-${isOfWrongType ? 'type' : 'format'}`, says)];
  }
  const others = readers.filter(({ accepts }) => !accepts(value));
  return pointsOf(followed(schema)).flatMap(({ id }, nth) => {
    const isOpen = others.some(({ answers }) =>
      answers.every((answer, at) => at === nth || answer === accepting.answers[at]),
    );
    return isOpen ? [reliesOn(id, `Whether ${name} is accepted as it was sent is open.`)] : [];
  });
}
