import type { RunResult } from '../run/result.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { type Item, type Shown, seenIn, viewOf } from './view.ts';

// XML 1.0 cannot represent these, not even escaped.
const unwritable = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu;

function xml(text: string): string {
  return text
    .replace(unwritable, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** How a test ended that has not passed. */
interface Ended {
  readonly as: 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly type?: string;
  readonly text?: string;
}

interface Test {
  readonly group: string;
  readonly name: string;
  readonly ended?: Ended | undefined;
}

interface Suite {
  readonly name: string;
  readonly tests: readonly Test[];
  readonly properties?: readonly (readonly [name: string, value: string])[];
  readonly output?: string;
}

function attributes(values: { readonly [name: string]: string | number | undefined }): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${xml(String(value))}"`)
    .join('');
}

function countsOf(tests: readonly Test[]) {
  const count = (as: Ended['as']): number => tests.filter(({ ended }) => ended?.as === as).length;
  return {
    tests: tests.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

function testXml({ group, name, ended }: Test): string {
  const open = `    <testcase${attributes({ classname: group, name, time: 0 })}`;
  if (!ended) return `${open}/>`;
  const { as, message, type, text = '' } = ended;
  const inner = `<${as}${attributes({ message, type })}${text === '' ? '/>' : `>${xml(text)}</${as}>`}`;
  return `${open}>\n      ${inner}\n    </testcase>`;
}

function suiteXml({ name, tests, properties = [], output }: Suite, timestamp: string): string {
  const list = properties.map(
    ([key, value]) => `      <property${attributes({ name: key, value })}/>`,
  );
  return [
    `  <testsuite${attributes({ name, ...countsOf(tests), time: 0, timestamp })}>`,
    ...(list.length > 0 ? ['    <properties>', ...list, '    </properties>'] : []),
    ...tests.map(testXml),
    ...(output === undefined ? [] : [`    <system-out>${xml(output)}</system-out>`]),
    '  </testsuite>',
  ].join('\n');
}

/** The calls of a cause, or the cause that a clause follows from. */
function behind({ id }: ClauseResult, { causes }: RunResult): string {
  const own = causes.find(({ clause }) => clause === id);
  if (own) return [...own.doubts.map((doubt) => `if ${doubt}`), ...own.curl].join('\n');
  const other = causes.find(({ follows, alike }) => [...follows, ...alike].includes(id));
  return other ? `One fault with ${other.clause}` : '';
}

const mostShown = 5;

function clauseTest(clause: ClauseResult, result: RunResult): Test {
  const { id, section, sentence, verdict, kind, findings, reason = '' } = clause;
  const test = { group: section, name: `${id}: ${sentence}` };
  if (verdict === 'met') return test;
  if (verdict !== 'broken')
    return { ...test, ended: { as: 'skipped', message: `${verdict}: ${reason}` } };
  const found = findings.slice(0, mostShown).map(({ expected, actual, exchange }) => {
    const { request, response } = exchange ?? {};
    const exchanged =
      request && response
        ? `\n${request.method} ${request.url}\n${response.status} ${response.body}`
        : '';
    return `expected: ${expected}\nactual: ${actual}${exchanged}`;
  });
  const text = [...found, behind(clause, result)].filter(Boolean).join('\n\n');
  const message = `${findings[0]?.expected}, but ${findings[0]?.actual}`;
  return { ...test, ended: { as: 'failure', message, type: kind, text } };
}

/** A difference fails only where it ends the run with 1. */
function expectedTest({ text, end, curl = '' }: Item, strict: boolean): Test {
  const [name = '', message = ''] = text.split(/: (.*)/s);
  const test = { group: 'expect', name };
  if (end === 'met') return test;
  return end === 'broken' && strict
    ? { ...test, ended: { as: 'failure', message, type: 'expected', text: curl } }
    : { ...test, ended: { as: 'skipped', message } };
}

/**
 * One suite per section, with open points as properties: they are not tests. A run that is inconclusive or was cut short is
 * an error, the first, so that a build does not turn green.
 */
export function junit(result: Shown): string {
  const { heading, ending, sections, lists } = viewOf(result);
  const suites: Suite[] = sections.map(({ heading: name, clauses }) => ({
    name,
    tests: clauses.filter(({ kind }) => kind !== 'open').map((one) => clauseTest(one, result)),
    properties: clauses
      .filter(({ kind }) => kind === 'open')
      .map((one) => [one.id, seenIn(one) || `not seen: ${one.reason ?? ''}`]),
  }));
  if (result.verdict === 'inconclusive' || result.aborted) {
    const type = result.aborted ? 'aborted' : 'inconclusive';
    const ended = { as: 'error', message: result.summary, type, text: ending.join('\n') } as const;
    suites.unshift({ name: 'verdict', tests: [{ group: 'verdict', name: 'verdict', ended }] });
  }
  for (const { id, title, items } of lists)
    if (id === 'expected') {
      const { file, strict = false } = result.expectations ?? {};
      const tests = items.filter(({ end }) => end).map((item) => expectedTest(item, strict));
      suites.push({ name: `expected answers (${file})`, tests });
    } else if (id !== 'untested')
      suites.push({ name: title, tests: [], output: items.map(({ text }) => text).join('\n') });
  const name = heading + (result.aborted ? ' (cut short)' : '');
  const all = countsOf(suites.flatMap(({ tests }) => tests));
  const time = (result.durationMs / 1000).toFixed(3);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...all, time })}>`,
    ...suites.map((suite) => suiteXml(suite, result.startedAt.slice(0, 19))),
    '</testsuites>',
    '',
  ].join('\n');
}
