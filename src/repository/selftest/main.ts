import { processIo } from '../../cli/process-io.ts';
import { withExitCode } from '../../cli/run.ts';
import { selftest } from './selftest.ts';

/** What else can be done with mutants: each is a script, which reads the arguments after its name. */
const scripts: { readonly [name: string]: () => Promise<unknown> } = {
  repro: () => import('../../../contract-tests/selftest/repro-check.ts'),
  record: () => import('../../../contract-tests/selftest/record.ts'),
};

const [asked = '', ...others] = process.argv.slice(2);
const script = scripts[asked];
if (script) {
  process.argv = [...process.argv.slice(0, 2), ...others];
  await script();
} else {
  const io = processIo();
  process.exitCode = await withExitCode(() => selftest(process.argv.slice(2), io), io);
}
