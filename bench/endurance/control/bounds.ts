import { most } from '../../../src/worlds/limits.ts';
import type { Asked, Client } from '../client.ts';

type Bounded = 'worlds' | 'snapshots' | 'faults' | 'callers' | 'services' | 'analyses';

const hash = (n: number): string => n.toString(16).padStart(64, '0');

const making: { readonly [of in Bounded]: (n: number) => Asked } = {
  worlds: (n) => ({ method: 'POST', path: '/worlds', body: { id: `bound-${n}` } }),
  snapshots: (n) => ({ method: 'PUT', path: `/snapshots/bound-${n}` }),
  faults: () => ({ method: 'POST', path: '/faults', body: { type: 'drop', operation: 'delete' } }),
  callers: (n) => ({ method: 'POST', path: '/callers', body: { id: `bound-${n}` } }),
  services: (n) => ({ method: 'POST', path: '/services', body: { name: `bound-${n}` } }),
  analyses: (n) => ({ method: 'POST', path: '/analyses', body: { sha256Hash: hash(n) } }),
};

/** Makes as many as there can be, several at a time, and finds out what is said then. */
export async function reach(client: Client, plane: string, of: Bounded): Promise<string[]> {
  const problems: string[] = [];
  let [asked, refused] = [0, 0];
  const maker = async () => {
    while (refused === 0 && asked <= most[of] && problems.length === 0) {
      asked += 1;
      const one = making[of](asked);
      const answer = await client.ask({ ...one, path: `${plane}${one.path}` });
      if (answer && answer.status < 300) continue;
      refused += 1;
      const names = answer?.text.includes(`There can be at most ${most[of]} ${of}`);
      if (answer?.status === 409 && names) continue;
      problems.push(`${of}, number ${asked}: ${answer?.status} ${answer?.text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, maker));
  if (refused === 0) problems.push(`${asked} ${of} were made, more than ${most[of]}`);
  return problems;
}

/** Few faults that are large. */
export async function reachFaultBytes(client: Client, plane: string): Promise<string[]> {
  const body = { type: 'reply', status: 500, body: 'x'.repeat(1_000_000) };
  const statuses: (number | undefined)[] = [];
  for (let n = 0; n < 5; n += 1) {
    const answer = await client.ask({ method: 'POST', path: `${plane}/faults`, body });
    statuses.push(answer?.status);
  }
  await client.must({ method: 'DELETE', path: `${plane}/faults` });
  const said = statuses.join(' ');
  return said === '201 201 201 201 409' ? [] : [`five faults of a million bytes: ${said}`];
}
