import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { checkSync } from 'recheck';
import ts from 'typescript';

/**
 * `npm run lint -- patterns`: every regular expression of the code and of the contracts takes time in proportion to
 * the length of the text. One that is put together while the program runs cannot be checked, and is rejected.
 */
interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly where: string;
}

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
const files = tracked
  .split('\n')
  .filter((file) => !/\.test\.(support\.)?ts$|\/selftest\/ordinary\//.test(file));
const problems: string[] = [];

/** Literals, and the keyword `pattern` of a schema. */
function patternsInCode(file: string): Pattern[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    const where = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), where });
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern')
      if (ts.isStringLiteralLike(node.initializer))
        found.push({ source: node.initializer.text, flags: 'u', where });
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && node.expression.getText() === 'RegExp')
      problems.push(`${where}: made while the program runs. Write a literal, or a loop.`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function patternsInYaml(file: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const where = `${path}.${key}`;
      if (key === 'pattern' && typeof value === 'string')
        found.push({ source: value, flags: 'u', where });
      visit(value, where);
    }
  };
  visit(load(readFileSync(file, 'utf8')), file);
  return found;
}

/**
 * The same on every machine: texts to try are made from a fixed seed, and steps are counted, not time. No phase
 * of the search ends by the clock, since a slow machine would then try other texts than a fast one.
 */
const settings = {
  timeout: null,
  randomSeed: 1,
  recallTimeout: -1,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
};

const code = files.filter((file) => /\.([cm]?js|ts)$/.test(file)).flatMap(patternsInCode);
const contracts = files.filter((file) => file.endsWith('openapi.yaml')).flatMap(patternsInYaml);
const byText = new Map<string, Pattern[]>();
for (const pattern of [...code, ...contracts]) {
  const text = `/${pattern.source}/${pattern.flags}`;
  byText.set(text, [...(byText.get(text) ?? []), pattern]);
}
/** All patterns, or the part that is asked for: `npm run lint -- patterns 2/6`. */
const [part = 1, parts = 1] = (process.argv[2] ?? '1/1').split('/').map(Number);
const asked = [...byText].filter((_, nth) => nth % parts === part - 1);
for (const [text, [first, ...others]] of asked) {
  if (!first) continue;
  const result = checkSync(first.source, first.flags, settings);
  if (result.status === 'safe') continue;
  const how = result.status === 'vulnerable' ? result.complexity.summary : result.error.kind;
  const places = [first, ...others].map(({ where }) => where).join(', ');
  problems.push(`${places}: ${text} is not known to be linear (${how}).`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${asked.length} of ${byText.size} patterns, ${problems.length} problems\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
