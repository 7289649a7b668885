import { load, YAMLException } from 'js-yaml';
import { nearest } from '../spec/nearest.ts';
import { type Answer, allowed, allows } from '../spec/open-point.ts';
import { type Differences, dialectOf, pointById } from './dialect.ts';

/** What is wrong with a dialect file, all of it at once. */
export class DialectProblem extends Error {}

/** Reads the YAML of a dialect file: open point ids and answers, only what differs. */
export function parseDialect(text: string, file: string): Differences {
  const read = parsed(text, file);
  if (read === null || read === undefined) return {};
  if (typeof read !== 'object' || Array.isArray(read)) {
    throw new DialectProblem(
      `${file} holds no mapping. Write one open point a line, such as "create.status.created: 200".`,
    );
  }
  const problems = Object.entries(read).flatMap(([id, answer]) => problemWith(id, answer));
  if (problems.length === 0) problems.push(...contradictionsIn(read as Differences));
  if (problems.length > 0) {
    throw new DialectProblem(problems.map((problem) => `${file}: ${problem}`).join('\n'));
  }
  return read as Differences;
}

function parsed(text: string, file: string): unknown {
  // js-yaml takes no empty document, and a file of comments alone is one.
  if (!/^\s*[^#\s]/m.test(text)) return null;
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { line, column } = error.mark ?? { line: 0, column: 0 };
    throw new DialectProblem(
      `${file}, line ${line + 1}, column ${column + 1}: ${error.reason}. A dialect file is YAML.`,
    );
  }
}

function problemWith(id: string, answer: unknown): string[] {
  const point = pointById.get(id);
  if (!point) {
    const near = nearest(id, [...pointById.keys()]);
    const hint = near ? `Did you mean "${near}"?` : 'See abuse-feed dialects show default.';
    return [`there is no open point "${id}". ${hint}`];
  }
  if (isAnswer(answer) && allows(point, answer)) return [];
  return [`"${id}" is ${JSON.stringify(answer)}. Allowed: ${allowed(point)}.`];
}

/** Answers that are allowed one by one and cannot hold together. */
function contradictionsIn(differences: Differences): string[] {
  const answers = dialectOf(differences);
  const lowest = answers['create.score.minimum'];
  const highest = answers['create.score.maximum'];
  if (lowest === 'unbounded' || highest === 'unbounded' || lowest <= highest) return [];
  return [
    `"create.score.minimum" is ${lowest} and "create.score.maximum" is ${highest}. The lowest score may not be above the highest.`,
  ];
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
