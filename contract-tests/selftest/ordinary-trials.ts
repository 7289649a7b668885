import { readFileSync } from 'node:fs';
import { parseYaml } from '../../src/document/yaml.ts';
import { allClauses } from '../../src/spec/clauses/clauses.ts';
import { operationPlaces } from '../../src/spec/operations.ts';
import { schemaNamed } from '../../src/spec/schemas.ts';
import { kebab } from '../../src/spec/statements.ts';
import { judgeTarget, type RunOptions, type RunResult, type Target } from '../index.ts';
import { checkedTarget } from '../service/target/target-check.ts';
import { servers } from './ordinary/index.ts';
import { type Choice, type OrdinaryServer, type Running, seed } from './ordinary/ordinary.ts';
import { type LinkDelay, startSlowLink } from './slow-link.ts';
import { paced } from './trial.ts';

/** An ordinary server, and what its team has decided. */
export interface OrdinaryForm {
  readonly server: string;
  readonly choices: readonly Choice[];
}

const specification = readFileSync(
  new URL('./ordinary/specification.yaml', import.meta.url),
  'utf8',
);

/** The clauses about operations and fields that the contract has been given since: these servers lack them. */
function clausesSince(): string[] {
  const { paths } = parseYaml(specification) as { readonly paths: Record<string, object> };
  const operations = operationPlaces.filter(
    ({ path, method }) => !(method.toLowerCase() in (paths[path] ?? {})),
  );
  const fields = ['Report', 'StaticAnalysis']
    .flatMap((schema) => Object.keys(schemaNamed(schema).properties ?? {}))
    .filter((field) => !specification.includes(` ${field}:`));
  const isSince = (id: string): boolean =>
    operations.some(({ name }) => id.startsWith(`${name}/`)) ||
    fields.some((field) => `${id}-`.includes(`${kebab(field)}-`));
  return allClauses()
    .map(({ id }) => id)
    .filter(isSince);
}

/** As the author of the server would describe it. */
function ordinaryTarget(at: Pick<Running, 'baseUrl' | 'analysisUrl'>): Target {
  const token = Object.fromEntries(seed.callers.map((caller) => [caller.name, caller.token]));
  const [service, otherService] = seed.services;
  return checkedTarget({
    baseUrl: at.baseUrl,
    analysisUrl: at.analysisUrl,
    service,
    otherService,
    tokens: {
      researcher: token.ada,
      otherResearcher: token.brook,
      service: token['tunnelco-desk'],
      otherServiceOwner: token['dyndnsco-desk'],
      reader: token.reader,
      analyst: token.analyst,
      limited: seed.callers
        .filter(({ name }) => name.startsWith('limited-'))
        .map(({ token, remaining }) => ({ token, remaining })),
    },
    callers: {
      service: { researcher: false },
      otherServiceOwner: { researcher: false },
      analyst: { researcher: false, owns: 'none' },
    },
    waive: clausesSince().map((clause) => ({ clause, reason: 'not in their specification' })),
    analyses: seed.analyses.map(({ sha256Hash, sha512Hash, blake3Hash }) => ({
      sha256: sha256Hash,
      sha512: sha512Hash,
      blake3: blake3Hash,
    })),
  });
}

/** Choices of one kind exclude each other. */
function kindOf(choice: Choice): string {
  if (choice === 'optional-fields' || choice === 'only-required-all') return 'fields';
  return choice.split('-')[0] ?? choice;
}

function byKind(choices: readonly Choice[]): Choice[][] {
  const kinds = new Map<string, Choice[]>();
  for (const choice of choices)
    kinds.set(kindOf(choice), [...(kinds.get(kindOf(choice)) ?? []), choice]);
  return [...kinds.values()];
}

/** Those with more alternatives than this are dealt out to the servers. */
const mostForms = 4;

/** A server without choices, and with so many of them in so few forms that each is made. */
function formsOf({ name, choices }: OrdinaryServer, nth: number): OrdinaryForm[] {
  const kinds = byKind(choices);
  const sizes = kinds.map(({ length }) => length).filter((length) => length <= mostForms);
  const forms = Math.max(0, ...sizes);
  const made: Choice[][] = Array.from({ length: forms }, () => []);
  for (const [at, kind] of kinds.entries())
    for (const form of kind.length > mostForms ? made.keys() : kind.keys()) {
      const choice = kind[(kind.length > mostForms ? nth * forms + form : form) % kind.length];
      if (choice) made[(at + form) % forms]?.push(choice);
    }
  return [[], ...made].map((some) => ({ server: name, choices: some }));
}

/** Those that this machine can run. */
function available(): OrdinaryServer[] {
  return servers.filter((server) => server.isAvailable?.() ?? true);
}

/** All ordinary servers, in a few forms or with each choice alone. */
export function ordinaryForms(isEachAlone: boolean): OrdinaryForm[] {
  return available().flatMap((server, nth) =>
    isEachAlone
      ? server.choices.map((choice) => ({ server: server.name, choices: [choice] }))
      : formsOf(server, nth),
  );
}

export function nameOf({ server, choices }: OrdinaryForm): string {
  return [server, ...choices].join(' ');
}

interface OrdinaryOptions extends RunOptions {
  readonly delay?: LinkDelay | undefined;
  readonly requestsPerSecond?: number | undefined;
}

/** Lets the kit judge an ordinary server. */
export async function judgeOrdinary(
  { server: name, choices }: OrdinaryForm,
  { delay, requestsPerSecond, ...options }: OrdinaryOptions = {},
): Promise<RunResult> {
  const server = servers.find((one) => one.name === name);
  if (!server) throw new Error(`There is no ordinary server named ${name}.`);
  const running = await server.start(seed, new Set(choices));
  const link = delay && (await startSlowLink(running, delay));
  try {
    return await judgeTarget(paced(ordinaryTarget(link ?? running), requestsPerSecond), options);
  } finally {
    await link?.close();
    await running.close();
  }
}
