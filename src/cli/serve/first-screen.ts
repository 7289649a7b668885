import { authorizationOf } from '../../dialects/authorization.ts';
import { type ChosenDialect, summary } from '../../dialects/choose.ts';
import { type Caller, hasToken } from '../../domain/caller.ts';
import { isAmong } from '../../domain/rules.ts';
import type { ReplayElse } from '../../http/replay-problem.ts';
import type { RunningServer } from '../../server.ts';
import { contractPaths, operationNamed } from '../../spec/operations.ts';
import { whoMay } from '../../spec/who-may.ts';
import { curl } from '../../traffic/curl.ts';
import { version } from '../../values/package-root.ts';
import { calledPath } from '../../values/path-template.ts';

/** One for each area; the reference has them all. */
const firstPaths = contractPaths.filter(({ name, area }) => name === area);

/** What a user needs to start: the URL, the tokens, and a command that works. */
export function firstScreen(
  server: RunningServer,
  chosen: ChosenDialect,
  mutant?: { readonly name: string; readonly breaks: string },
  { config, seedData, secrets = new Map(), replay }: Sources = {},
): string {
  const { baseUrl, analysisUrl, seed } = server;
  const callers = server.state().callers.filter(hasToken);
  const display = (token: string): string =>
    secrets.get(token) ?? authorizationOf(server.dialect, token);
  const width = callers.reduce((most, { token }) => Math.max(most, display(token).length), 0);
  return [
    `abuse-feed-kit ${version()}: a stand-in for the Abuse-Report Feed and Static-Analysis Lookup Service`,
    '',
    ...firstPaths.map(({ area, path }) => {
      const url = area === 'lookup' ? analysisUrl : baseUrl;
      return `  ${area.padEnd(8)} ${url}${path}`;
    }),
    ...(server.localUrl === baseUrl ? [] : [`  listens  ${server.localUrl}`]),
    `  contract ${baseUrl}/openapi.yaml`,
    `  docs     ${baseUrl}/docs`,
    `  control  ${server.adminUrl}${controlNote(server)}`,
    ...(server.controllable ? [`  console  ${server.adminUrl}/console`] : []),
    ...(config === undefined ? [] : [`  config   ${config}`]),
    `  data     ${whereDataIs(server, seedData)}`,
    `  dialect  ${chosen.label} (${summary(chosen.dialect)})`,
    ...(mutant ? [`  mutant   ${mutant.name}: breaks ${mutant.breaks} on purpose`] : []),
    ...(replay ? [`  replays  ${replay.file} (${otherwise[replay.otherwise]})`] : []),
    '',
    ...(replay?.otherwise === 'refuse'
      ? []
      : [
          'Tokens, each the whole value of the Authorization header:',
          '',
          ...callers.map(
            (caller) => `  ${display(caller.token).padEnd(width)}  ${role(caller, seed.notes)}`,
          ),
          '',
          'Try it:',
          '',
          `  ${curlLine(server, display)}`,
          '',
        ]),
    `Ready on ${baseUrl}. Ctrl-C stops it.`,
    '',
  ].join('\n');
}

function controlNote({ controllable }: RunningServer): string {
  return controllable ? '' : ' (off: beyond this machine it needs --admin-token)';
}

/** How requests are met that are not in a recording: nobody's token does anything where they are refused. */
const otherwise: { readonly [how in ReplayElse]: string } = {
  refuse: 'anything else is refused, whoever asks',
  serve: 'anything else is served as usual',
};

/** Where the settings and the contents came from. */
interface Sources {
  readonly config?: string | undefined;
  readonly seedData?: string | undefined;
  readonly replay?: { readonly file: string; readonly otherwise: ReplayElse } | undefined;
  /** By secret token: its placeholder. */
  readonly secrets?: ReadonlyMap<string, string>;
}

function whereDataIs({ data }: RunningServer, seedData: string | undefined): string {
  if (!data) return 'in memory, gone when the server stops';
  const begun = data.fresh ? 'new, filled from the seed data' : `${data.reports} reports`;
  const lines = [
    `${data.path} (${begun})`,
    'a restart forgets: snapshots, faults, dialect, clock and ids set by the control plane',
    ...(data.notice ? [data.notice] : []),
    ...(seedData !== undefined && !data.fresh
      ? [
          `${seedData} is not used: there is data already. To start again from it, delete the`,
          'folder while the server is stopped, or POST /__admin/reset',
        ]
      : []),
  ];
  return lines.join('\n           ');
}

function role(caller: Caller, notes: { readonly [id: string]: string }): string {
  const note = notes[caller.id];
  if (note) return note;
  const parts = [
    ...caller.roles,
    caller.owns && `owner of ${caller.owns}`,
    caller.requests !== undefined ? `${caller.requests} lookups` : undefined,
  ];
  return parts.filter(Boolean).join(', ') || 'no role';
}

/** Fetches an existing report as a caller who may. */
function curlLine(server: RunningServer, display: (token: string) => string): string {
  const { reports, callers, services } = server.state();
  const report = reports[0];
  const readers = callers.filter(
    (one) => hasToken(one) && isAmong(whoMay('fetch', server.dialect), one, report),
  );
  const reader = readers.find(({ id }) => id === report?.createdBy) ?? readers[0];
  const fetching = operationNamed('fetch');
  if (!report || !reader) {
    const path = calledPath(fetching, { service: services[0] ?? 'tunnelco' });
    return curl({ url: `${server.baseUrl}${path}` });
  }
  const path = calledPath(fetching, { service: report.service, report: report.id });
  const url = `${server.baseUrl}${path}`;
  const authorization = display(reader.token);
  // Shells expand variables in double quotes only.
  return authorization.includes('${')
    ? curl({ url, authorization })
    : curl({ url, headers: { Authorization: authorization } });
}
