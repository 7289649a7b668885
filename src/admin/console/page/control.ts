import type { CallerChange, CallerView, NewCaller } from '../../control/callers-control.ts';
import type { DialectView } from '../../control/dialect-choice.ts';
import type { ClientFinding } from '../../control/findings.ts';
import type { ReportPage } from '../../control/reports-control.ts';
import type { AdminDocument } from './fault-types.ts';
import type { KeptRequests } from './request-list.ts';

/** The control plane refused; the message is its own. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server did not respond. */
export class Unreachable extends Error {}

export type Answer = string | number | boolean;
export interface Fault {
  readonly id: string;
  readonly type: string;
  readonly operation?: string;
  readonly caller?: string;
  readonly times?: number;
  readonly [field: string]: unknown;
}

const first = 'default';
const name = encodeURIComponent;

/** The client of the control plane. */
export class Control {
  /** The world is in the query, or in the path of its base URL. */
  world =
    new URLSearchParams(location.search).get('world') ??
    decodeURIComponent(/^\/__worlds\/([^/]+)\//.exec(location.pathname)?.[1] ?? first);
  /** Kept in memory only: a reload asks for it again. */
  adminToken: string | undefined;
  #isAdmitted = false;

  get baseUrl(): string {
    return location.origin + (this.world === first ? '' : `/__worlds/${name(this.world)}`);
  }

  /** Worlds are listed through the first world, which always exists. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    if (await this.isAdmitted()) return this.#fetch(path, init);
    throw new Refused(401, 'The server wants the admin token it was started with.');
  }

  /** Asked before anything else is, until it is so. */
  async isAdmitted(): Promise<boolean> {
    if (this.#isAdmitted) return true;
    const answer = await this.#fetch('/console/token');
    this.#isAdmitted = (await answer.json()).isAdmitted;
    return this.#isAdmitted;
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.adminToken !== undefined) headers.set('Authorization', `Bearer ${this.adminToken}`);
    const base = path.startsWith('/worlds') ? location.origin : this.baseUrl;
    const sent = { ...init, headers, cache: 'no-store' as const };
    const answer = await fetch(`${base}/__admin${path}`, sent).catch(() => {
      throw new Unreachable('The server does not respond.');
    });
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => ({}));
    throw new Refused(
      answer.status,
      problem.detail ?? `The server responded with ${answer.status}.`,
    );
  }

  async #get<T>(path: string): Promise<T> {
    return (await this.fetch(path)).json();
  }

  async #list<T>(key: string): Promise<T[]> {
    return (await this.#get<{ [key: string]: T[] }>(`/${key}`))[key] ?? [];
  }

  async send(method: string, path: string, body?: unknown): Promise<void> {
    const json = { 'Content-Type': 'application/json' };
    await this.fetch(path, {
      method,
      ...(body !== undefined && { headers: json, body: JSON.stringify(body) }),
    });
  }

  document = () => this.#get<AdminDocument>('/openapi.json');
  services = () => this.#list<string>('services');
  callers = () => this.#list<CallerView>('callers');
  findings = () => this.#list<ClientFinding>('findings');
  faults = () => this.#list<Fault>('faults');
  worlds = () => this.#list<{ readonly id: string }>('worlds');
  dialect = () => this.#get<DialectView>('/dialect');
  requests = (query: Record<string, string> = {}) =>
    this.#get<KeptRequests>(`/requests?${new URLSearchParams(query)}`);
  reports = (query: Record<string, string>) =>
    this.#get<ReportPage>(`/reports?${new URLSearchParams(query)}`);

  addReport = (report: unknown) => this.send('POST', '/reports', { reports: [report] });
  removeReport = (id: string) => this.send('DELETE', `/reports/${name(id)}`);
  reset = () => this.send('POST', '/reset');
  clearRequests = () => this.send('DELETE', '/requests');
  clearFaults = () => this.send('DELETE', '/faults');
  addFault = (rule: unknown) => this.send('POST', '/faults', rule);
  removeFault = (id: string) => this.send('DELETE', `/faults/${name(id)}`);
  mintCaller = (caller: NewCaller) => this.send('POST', '/callers', caller);
  changeCaller = (id: string, change: CallerChange) =>
    this.send('PATCH', `/callers/${name(id)}`, change);
  revokeCaller = (id: string) => this.send('DELETE', `/callers/${name(id)}`);
  setDialect = (choice: { name: string } | { differences: object }) =>
    this.send('PUT', '/dialect', choice);
}
