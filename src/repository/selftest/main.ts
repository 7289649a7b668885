import { processIo } from '../../cli/process-io.ts';
import { withExitCode } from '../../cli/run.ts';
import { selftest } from './selftest.ts';

const io = processIo();
process.exitCode = await withExitCode(() => selftest(process.argv.slice(2), io), io);
