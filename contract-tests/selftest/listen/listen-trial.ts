import { type Dialect, defaultDialect } from '../../../src/dialects/dialect.ts';
import { startProxy } from '../../../src/proxy/proxy.ts';
import { startServer } from '../../../src/start-server.ts';
import {
  concludeListening,
  Listener,
  type ListenResult,
  longestCapturedBody,
} from '../../index.ts';
import type { Form } from '../forms.ts';
import type { Mutant } from '../mutant.ts';
import { referenceTarget } from '../trial.ts';
import { SampleClient } from './sample-client.ts';
import { sampleTraffic } from './sample-traffic.ts';

export interface ListenTrialOptions {
  readonly dialect?: Dialect;
  readonly mutant?: Mutant;
  readonly form?: Form;
}

/** Listens to sample traffic with a server started for it. */
export async function listenTrial({
  dialect,
  mutant,
  form,
}: ListenTrialOptions): Promise<ListenResult> {
  const mutation = (mutant ?? form)?.mutation?.();
  const startedAt = new Date();
  await using server = await startServer({
    ...(dialect && { dialect }),
    ...(mutation && { mutant: mutation }),
  });
  const reference = referenceTarget(server, dialect ?? defaultDialect);
  const target = form?.target?.(reference) ?? reference;
  const listener = new Listener(target);
  const proxy = await startProxy({
    baseUrl: target.baseUrl,
    analysisUrl: target.analysisUrl ?? target.baseUrl,
    host: '127.0.0.1',
    port: 0,
    timeoutMs: 10_000,
    longestBody: longestCapturedBody,
    onPassed: (passed) => {
      if (passed.failure === undefined) listener.observe(passed);
    },
  });
  try {
    await sampleTraffic(new SampleClient(proxy.url, target), target);
  } finally {
    await proxy.close();
  }
  return concludeListening(listener, startedAt);
}
