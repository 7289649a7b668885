#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { processIo } from './process-io.ts';
import { run } from './run.ts';

// Histories live long and long bodies are garbage at once: V8 would let the heap grow to several times its size.
// Here, since a process that uses the kit as a library is somebody else's.
if (['verify', 'listen'].includes(process.argv[2] ?? ''))
  setFlagsFromString('--heap-growing-percent=40');

process.exitCode = await run(process.argv.slice(2), processIo());
