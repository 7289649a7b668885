// @ts-check
/** The control plane as this page calls it. */

/** Says why something was not done, in the control plane's own words. */
export class Refused extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The server did not answer at all. */
export class Unreachable extends Error {}

const first = 'default';

export class Control {
  /** The address names the world, and the page can be opened below its base URL. @type {string} */
  #world =
    new URLSearchParams(location.search).get('world') ??
    decodeURIComponent(/^\/__worlds\/([^/]+)\//.exec(location.pathname)?.[1] ?? first);
  /** Kept in memory only: it is asked for again when the page is loaded again. @type {string | undefined} */
  #adminToken;

  get world() {
    return this.#world;
  }

  /** @param {string} id */
  open(id) {
    this.#world = id;
  }

  /** @param {string | undefined} token */
  authorize(token) {
    this.#adminToken = token;
  }

  get #prefix() {
    return this.#world === first ? '' : `/__worlds/${encodeURIComponent(this.#world)}`;
  }

  get adminToken() {
    return this.#adminToken;
  }

  get streamUrl() {
    return `${location.origin}${this.#prefix}/__admin/requests/stream`;
  }

  get baseUrl() {
    return location.origin + this.#prefix;
  }

  /**
   * @param {string} path
   * @param {RequestInit} [init]
   */
  async fetch(path, init = {}) {
    const headers = new Headers(init.headers);
    if (this.#adminToken !== undefined) headers.set('Authorization', `Bearer ${this.#adminToken}`);
    /** @type {Response} */
    let answer;
    try {
      answer = await fetch(`${this.#prefix}/__admin${path}`, {
        ...init,
        headers,
        cache: 'no-store',
      });
    } catch {
      throw new Unreachable('The server does not answer.');
    }
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => ({}));
    throw new Refused(answer.status, problem.detail ?? `The server answered ${answer.status}.`);
  }

  /** @param {string} path */
  async #get(path) {
    return (await this.fetch(path)).json();
  }

  /** @param {string} method @param {string} path @param {unknown} [body] */
  async #send(method, path, body) {
    const json = { 'Content-Type': 'application/json' };
    await this.fetch(path, {
      method,
      ...(body !== undefined && { headers: json, body: JSON.stringify(body) }),
    });
  }

  /** @returns {Promise<import('./types.d.ts').ReportPage>} @param {{ [name: string]: string }} query */
  reports(query) {
    return this.#get(`/reports?${new URLSearchParams(query)}`);
  }

  /** @returns {Promise<string[]>} */
  async services() {
    return (await this.#get('/services')).services;
  }

  /** @returns {Promise<import('./types.d.ts').Analysis[]>} */
  async analyses() {
    return (await this.#get('/analyses')).analyses;
  }

  /** Whether the token is right. */
  version() {
    return this.#get('/version');
  }

  /** @returns {Promise<import('./types.d.ts').Caller[]>} */
  async callers() {
    return (await this.#get('/callers')).callers;
  }

  /** All that are kept. @returns {Promise<{ requests: import('./types.d.ts').SeenRequest[], dropped: number }>} */
  requests() {
    return this.#get('/requests');
  }

  /** @returns {Promise<import('./types.d.ts').Finding[]>} */
  async findings() {
    return (await this.#get('/findings')).findings;
  }

  /** @returns {Promise<import('./types.d.ts').Fault[]>} */
  async faults() {
    return (await this.#get('/faults')).faults;
  }

  /** @returns {Promise<import('./types.d.ts').DialectView>} */
  dialect() {
    return this.#get('/dialect');
  }

  /** All worlds but the first; asked of the first, which is always there. @returns {Promise<import('./types.d.ts').World[]>} */
  async worlds() {
    return (await this.#ofServer().#get('/worlds')).worlds;
  }

  /** What stands before a token in the Authorization header. */
  async tokenPrefix() {
    const { openPoints } = await this.dialect();
    return openPoints.find(({ id }) => id === 'auth.prefix')?.answer === 'Bearer' ? 'Bearer ' : '';
  }

  reset = () => this.#send('POST', '/reset');
  clearRequests = () => this.#send('DELETE', '/requests');
  clearFaults = () => this.#send('DELETE', '/faults');
  /** @param {unknown} rule */
  addFault = (rule) => this.#send('POST', '/faults', rule);
  /** @param {string} id */
  removeFault = (id) => this.#send('DELETE', `/faults/${encodeURIComponent(id)}`);
  /** @param {unknown} caller */
  mintCaller = (caller) => this.#send('POST', '/callers', caller);
  /** @param {string} id @param {unknown} change */
  changeCaller = (id, change) => this.#send('PATCH', `/callers/${encodeURIComponent(id)}`, change);
  /** @param {string} id */
  revokeCaller = (id) => this.#send('DELETE', `/callers/${encodeURIComponent(id)}`);
  /** @param {string | { [id: string]: import('./types.d.ts').Answer }} choice a name, or what differs */
  setDialect = (choice) =>
    this.#send(
      'PUT',
      '/dialect',
      typeof choice === 'string' ? { name: choice } : { differences: choice },
    );
  /** @param {unknown} world */
  createWorld = (world) => this.#ofServer().#send('POST', '/worlds', world);
  /** @param {string} id */
  dropWorld = (id) => this.#ofServer().#send('DELETE', `/worlds/${encodeURIComponent(id)}`);

  #ofServer() {
    const other = new Control();
    other.#world = first;
    other.#adminToken = this.#adminToken;
    return other;
  }
}
