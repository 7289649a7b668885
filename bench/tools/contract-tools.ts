import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed, java } from '../harness/packages.ts';
import { counted, ran, savedDocument, type Try } from './outcome.ts';

/**
 * Dredd sends one request per response of the document, all from the same example, so only one could match.
 * The hooks make it request the expected one.
 */
const hooks = `
const hooks = require('hooks');
hooks.beforeEach((transaction) => {
  transaction.skip = false;
  transaction.request.headers.Prefer = 'code=' + transaction.expected.statusCode;
});
`;

/** Dredd does not support several named examples of a parameter. */
function oneExample(_key: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('in' in part && 'examples' in part))
    return part;
  const { examples, ...parameter } = part;
  const [first] = Object.values(examples as { [name: string]: { value: unknown } });
  return { ...parameter, example: first?.value };
}

export const dredd: Try = async (server, cwd) => {
  const program = installed('dredd', 'dredd', 'bin', 'dredd');
  const document = await savedDocument(server, cwd, oneExample);
  const hookFile = join(cwd, 'hooks.js');
  writeFileSync(hookFile, hooks);
  const token = `Authorization: ${server.tokens['researcher-1']}`;
  const asks = ['--header', token, '--hookfiles', hookFile];
  const { output } = await ran(process.execPath, [program, document, server.baseUrl, ...asks], cwd);
  const [, passed, failed, errors] = (
    /complete: (\d+) passing, (\d+) failing, (\d+) errors/.exec(output) ?? []
  ).map(Number) as [number, number, number, number];
  const counts = { total: passed + failed + errors, passed };
  return counted(output, counts, /^fail: ((?:GET|POST|DELETE) .*) duration/gm);
};

/** Portman's contract tests, run by Newman: every operation with its examples. */
export const portman: Try = async (server, cwd) => {
  const program = installed('portman', '@apideck', 'portman', 'bin', 'portman');
  const document = await savedDocument(server, cwd);
  const openApiOperation = '*::/*';
  const tests = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation'];
  const apiKey = { key: 'Authorization', value: server.tokens['researcher-1'], in: 'header' };
  const config = {
    version: 1.0,
    tests: {
      contractTests: tests.map((test) => ({ openApiOperation, [test]: { enabled: true } })),
    },
    // Postman would replace the token with a placeholder.
    overwrites: [{ openApiOperation, overwriteRequestSecurity: { apiKey } }],
  };
  const settings = join(cwd, 'portman.json');
  writeFileSync(settings, JSON.stringify(config));
  const args = ['--local', document, '--baseUrl', server.baseUrl, '--portmanConfigFile', settings];
  const out = ['--output', join(cwd, 'collection.json'), '--runNewman'];
  const { output } = await ran(process.execPath, [program, ...args, ...out], cwd);
  const [, total, failed] = /assertions\s*│\s*(\d+)\s*│\s*(\d+)/.exec(output) ?? [];
  const counts = { total: Number(total), passed: Number(total) - Number(failed) };
  return counted(output, counts, /^ *\d+\. (?:AssertionError|\S*Error) +(.*)$/gm);
};

/** Specmatic's own tests. It reads a token from the variable named after its scheme. */
export const specmatic: Try = async (server, cwd) => {
  const jar = installed('specmatic', 'specmatic', 'specmatic.jar');
  const document = await savedDocument(server, cwd);
  const args = ['-jar', jar, 'test', document, `--testBaseURL=${server.baseUrl}`];
  const { output } = await ran(java(), args, cwd, { token: server.tokens['researcher-1'] });
  const [, total, passed] = /Tests run: (\d+), Successes: (\d+)/.exec(output) ?? [];
  const counts = { total: Number(total), passed: Number(passed) };
  return counted(output, counts, /^ *Scenario: (.*) has FAILED/gm);
};
