#!/usr/bin/env node
import { run } from './run.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
// A reader that goes away (`abuse-feed … | head`) is no reason to crash.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal: stop.signal,
});
