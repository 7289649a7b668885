import { expect, test } from 'vitest';
import { testResults } from './test-results.ts';

test.each([
  [
    'TAP, whose suites are none of its tests',
    'TAP version 13\n# Subtest: feed\n    ok 1 - creates # time=3ms\n    not ok 2 - deletes\n      ---\n      error: "not ok"\n    ok 3 - waits # SKIP no network\nnot ok 1 - feed\nok 2 - looks up\n1..2',
    { creates: true, deletes: false, 'looks up': true },
  ],
  [
    'JUnit, where names have escapes and a test may be skipped',
    '<testsuite name="s"><testcase classname="a" name="x &gt; &quot;y&quot;" time="1"/>\n<testcase name="z"><failure message="m">t</failure></testcase><testcase name="e"><error/></testcase><testcase name="s"><skipped/></testcase></testsuite>',
    { 'x > "y"': true, z: false, e: false },
  ],
  [
    'Go, without the tests that only hold others',
    '--- FAIL: TestFeed (0.01s)\n    --- PASS: TestFeed/create (0.00s)\n    --- FAIL: TestFeed/delete (0.00s)\n--- SKIP: TestSlow (0.00s)\n--- PASS: TestLookup (0.00s)',
    { 'TestFeed/create': true, 'TestFeed/delete': false, TestLookup: true },
  ],
  [
    'pytest',
    'test_feed.py::test_create PASSED [ 33%]\ntest_feed.py::test_tags[a b] FAILED [ 66%]\ntest_feed.py::test_slow SKIPPED (no)',
    { 'test_feed.py::test_create': true, 'test_feed.py::test_tags[a b]': false },
  ],
  ['a name that fails once of several times', 'ok 1 - a\nnot ok 2 - a\nok 3 - a', { a: false }],
  ['anything else', 'okay\nit is not ok\nexpected 201, got 200', undefined],
])('the results of tests are read from %s', (_, text, results) => {
  expect(testResults(text)).toEqual(results);
});
