/** Whether each test of a run passed, by name. A test that was skipped is none of them. */
export type TestResults = { readonly [test: string]: boolean };

/** What runners print for each test: TAP, Go, pytest. */
const linesOf: readonly RegExp[] = [
  /^(?<indent> *)(?<bad>not )?ok\b *\d* *-? *(?<name>.*?)(?:(?<skip> +# *(?:skip|todo)\b.*)| +# .*)?$/i,
  /^ *--- (?:PASS|(?<bad>FAIL)|(?<skip>SKIP)): (?<name>\S+)/,
  /^(?<name>\S+::.*?) (?:PASSED|(?<bad>FAILED|ERROR)|(?<skip>SKIPPED|XFAIL))\b/,
];

const junitCase =
  /<testcase\b(?<attributes>(?:\s+[\w:-]+="[^"]*")*)\s*(?:\/>|>(?<body>[\s\S]*?)<\/testcase>)/g;

const entities: { readonly [name: string]: string } = { lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos);/g, (_, name) => entities[name] ?? '').replaceAll('&amp;', '&');

/** Reads JUnit XML, TAP, or the verbose output of Go and pytest; undefined where there is no test. */
export function testResults(text: string): TestResults | undefined {
  const found = text.includes('<testcase') ? fromJunit(text) : fromLines(text);
  const results: { [test: string]: boolean } = {};
  for (const { name, passed } of found)
    if (name && !found.some((other) => other.name.startsWith(`${name}/`)))
      results[name] = passed && (results[name] ?? true);
  return Object.keys(results).length > 0 ? results : undefined;
}

const fromJunit = (text: string) =>
  [...text.matchAll(junitCase)].flatMap(({ groups: { attributes = '', body = '' } = {} }) => {
    const name = unescaped(/\sname="([^"]*)"/.exec(attributes)?.[1] ?? '');
    return /<skipped\b/.test(body) ? [] : [{ name, passed: !/<(failure|error)\b/.test(body) }];
  });

function fromLines(text: string) {
  let deepest = 0;
  return text.split(/\r?\n/).flatMap((line) => {
    const [groups] = linesOf.map((form) => form.exec(line)?.groups).filter(Boolean);
    if (!groups) return [];
    // TAP names a suite after its tests, which are indented.
    const isSuite = (groups.indent?.length ?? 0) < deepest;
    deepest = groups.indent?.length ?? 0;
    const name = groups.name ?? '';
    return isSuite || groups.skip ? [] : [{ name, passed: !groups.bad }];
  });
}
