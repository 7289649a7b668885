/** Whether each test of a run passed, by name. A test that was skipped is none of them. */
export type TestResults = { readonly [test: string]: boolean };

/** A line about a test, as one of the runners prints it. */
interface PrintedTest {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly indent: number;
}

function tapLine(line: string): PrintedTest | undefined {
  const [start, bad] = /^ *(not )?ok\b *\d* *-? */i.exec(line) ?? [];
  if (start === undefined) return undefined;
  const rest = line.slice(start.length);
  const comment = ` ${rest}`.search(/ #(?: | *(?:skip|todo)\b)/i);
  const name = comment < 0 ? rest : rest.slice(0, Math.max(comment - 1, 0)).trimEnd();
  const isSkipped = comment >= 0 && /^# *(?:skip|todo)\b/i.test(rest.slice(comment));
  const indent = line.length - line.trimStart().length;
  return { name, outcome: isSkipped ? 'skipped' : bad ? 'failed' : 'passed', indent };
}

const words: { readonly [word: string]: PrintedTest['outcome'] } = {
  PASS: 'passed',
  FAIL: 'failed',
  SKIP: 'skipped',
  PASSED: 'passed',
  FAILED: 'failed',
  ERROR: 'failed',
  SKIPPED: 'skipped',
  XFAIL: 'skipped',
};

function goLine(line: string): PrintedTest | undefined {
  const [, word = '', name = ''] = /^ *--- (PASS|FAIL|SKIP): (\S+)/.exec(line) ?? [];
  const outcome = words[word];
  return outcome && { name, outcome, indent: 0 };
}

function pytestLine(line: string): PrintedTest | undefined {
  const printed = / (PASSED|FAILED|ERROR|SKIPPED|XFAIL)\b/.exec(line);
  const outcome = words[printed?.[1] ?? ''];
  const name = line.slice(0, printed?.index);
  const [place = ''] = name.split(/\s/, 1);
  return outcome && place.indexOf('::') > 0 ? { name, outcome, indent: 0 } : undefined;
}

const junitCase = /<testcase((?:\s(?:[^<>"]|"[^"<]*")*)?)>/g;
const junitEnd = '</testcase>';

const entities: { readonly [name: string]: string } = { lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text
    .replace(/&(lt|gt|quot|apos);/g, (_, name) => entities[name] ?? '')
    .replaceAll('&amp;', '&');
}

/** Tests by the parts of their names: one that holds others is no test itself. */
interface Suite {
  readonly parts: Map<string, Suite>;
}

function suite(): Suite {
  return { parts: new Map() };
}

function partsOf(root: Suite, name: string): Suite {
  let now = root;
  for (const part of name.split('/')) {
    const next = now.parts.get(part) ?? suite();
    now.parts.set(part, next);
    now = next;
  }
  return now;
}

/** Reads JUnit XML, TAP, or the verbose output of Go and pytest; undefined where there is no test. */
export function testResults(text: string): TestResults | undefined {
  const found = text.includes('<testcase') ? fromJunit(text) : fromLines(text);
  const root = suite();
  for (const { name } of found) partsOf(root, name);
  const results: { [test: string]: boolean } = {};
  for (const { name, passed } of found)
    if (name && partsOf(root, name).parts.size === 0)
      results[name] = passed && (results[name] ?? true);
  return Object.keys(results).length > 0 ? results : undefined;
}

function fromJunit(text: string) {
  const found: { name: string; passed: boolean }[] = [];
  const lastEnd = text.lastIndexOf(junitEnd);
  let done = 0;
  for (const { 0: tag, 1: attributes = '', index } of text.matchAll(junitCase)) {
    const from = index + tag.length;
    const closed = attributes.endsWith('/');
    if (index < done || (!closed && from > lastEnd)) continue;
    done = closed ? from : text.indexOf(junitEnd, from);
    const body = text.slice(from, done);
    const name = unescaped(/\sname="([^"]*)"/.exec(attributes)?.[1] ?? '');
    if (!/<skipped\b/.test(body)) found.push({ name, passed: !/<(failure|error)\b/.test(body) });
  }
  return found;
}

function fromLines(text: string) {
  let deepest = 0;
  return text.split(/\r?\n/).flatMap((line) => {
    const printed = tapLine(line) ?? goLine(line) ?? pytestLine(line);
    if (!printed) return [];
    const { name, outcome, indent } = printed;
    // TAP names a suite after its tests, which are indented.
    const isSuite = indent < deepest;
    deepest = indent;
    return isSuite || outcome === 'skipped' ? [] : [{ name, passed: outcome === 'passed' }];
  });
}
