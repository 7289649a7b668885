import type { ClauseResult } from '../verdict/verdict.ts';
import {
  causeBehind,
  type Item,
  type List,
  type Section,
  type Shown,
  seenIn,
  type View,
  viewOf,
} from './view.ts';

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

/** Elements stand on lines of their own; text is the whole content of its element. */
type Content = string | readonly string[];

function element(name: string, attributes: object, content: Content = []): string {
  const said = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${xml(String(value))}"`);
  const start = `<${name}${said.join('')}`;
  if (content.length === 0) return `${start}/>`;
  return typeof content === 'string'
    ? `${start}>${xml(content)}</${name}>`
    : `${start}>\n${content.join('\n')}\n</${name}>`;
}

interface Test {
  readonly group: string;
  readonly name: string;
  /** How it ended, if it has not passed. */
  readonly ended?: {
    readonly as: 'failure' | 'error' | 'skipped';
    readonly message: string;
    readonly type?: string;
    readonly text?: string;
  };
}

interface Suite {
  readonly name: string;
  readonly tests: readonly Test[];
  /** What stands before and after the tests. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

function countsOf(tests: readonly Test[]) {
  const count = (as: string): number => tests.filter(({ ended }) => ended?.as === as).length;
  return {
    tests: tests.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

function testElement({ group, name, ended }: Test): string {
  const { as = '', message, type, text } = ended ?? {};
  const inner = ended ? [element(as, { message, type }, text)] : [];
  return element('testcase', { classname: group, name, time: 0 }, inner);
}

const mostShown = 5;

function clauseTest(clause: ClauseResult, { causes }: Shown): Test {
  const { id, section, sentence, verdict, kind, findings, reason = '' } = clause;
  const test = { group: section, name: `${id}: ${sentence}` };
  if (verdict === 'met') return test;
  if (verdict !== 'broken')
    return { ...test, ended: { as: 'skipped', message: `${verdict}: ${reason}` } };
  const parts = findings.slice(0, mostShown).map(({ expected, actual, exchange }) => {
    const { request, response } = exchange ?? {};
    const sent = request && `\n${request.method} ${request.url}`;
    const received = response && `\n${response.status} ${response.body}`;
    return `expected: ${expected}\nactual: ${actual}${sent ?? ''}${received ?? ''}`;
  });
  const cause = causes[causeBehind(clause, causes)];
  if (cause?.clause === id)
    parts.push([...cause.doubts.map((doubt) => `if ${doubt}`), ...cause.curl].join('\n'));
  else if (cause) parts.push(`One fault with ${cause.clause}`);
  const message = `${findings[0]?.expected}, but ${findings[0]?.actual}`;
  return { ...test, ended: { as: 'failure', message, type: kind, text: parts.join('\n\n') } };
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

/** Open points are properties: they are not tests. */
function sectionSuite({ heading, clauses }: Section, result: Shown): Suite {
  const open = clauses.filter(({ kind }) => kind === 'open');
  const properties = open.map((one) => {
    const value = seenIn(one) || `not seen: ${one.reason ?? ''}`;
    return element('property', { name: one.id, value });
  });
  return {
    name: heading,
    before: properties.length > 0 ? [element('properties', {}, properties)] : [],
    tests: clauses.filter((one) => !open.includes(one)).map((one) => clauseTest(one, result)),
  };
}

function listSuite({ id, title, items }: List, { expectations }: Shown): Suite {
  if (id !== 'expected') {
    const output = items.map(({ text }) => text).join('\n');
    return { name: title, tests: [], after: [element('system-out', {}, output)] };
  }
  const { file, strict = false } = expectations ?? {};
  const judged = items.filter(({ end }) => end);
  return {
    name: `expected answers (${file})`,
    tests: judged.map((item) => expectedTest(item, strict)),
  };
}

/** A run that is inconclusive or was cut short is an error, so that a build does not turn green. */
function verdictSuites({ result, ending }: View): Suite[] {
  const { verdict, aborted, summary } = result;
  if (verdict !== 'inconclusive' && !aborted) return [];
  const type = aborted ? 'aborted' : 'inconclusive';
  const ended = { as: 'error', message: summary, type, text: ending.join('\n') } as const;
  return [{ name: 'verdict', tests: [{ group: 'verdict', name: 'verdict', ended }] }];
}

/** One suite for each section, one for each list, and the first for a run without a verdict. */
export function junit(result: Shown): string {
  const view = viewOf(result);
  const suites = [
    ...verdictSuites(view),
    ...view.sections.map((one) => sectionSuite(one, result)),
    ...view.lists.filter(({ id }) => id !== 'untested').map((one) => listSuite(one, result)),
  ];
  const timestamp = result.startedAt.slice(0, 19);
  const elements = suites.map(({ name, tests, before = [], after = [] }) => {
    const content = [...before, ...tests.map(testElement), ...after];
    return element('testsuite', { name, ...countsOf(tests), time: 0, timestamp }, content);
  });
  const all = {
    name: view.heading + (result.aborted ? ' (cut short)' : ''),
    ...countsOf(suites.flatMap(({ tests }) => tests)),
    time: (result.durationMs / 1000).toFixed(3),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', all, elements)}\n`;
}
