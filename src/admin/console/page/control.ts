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

const first = 'default';

/** The client of the control plane. */
export class Control {
  /** The world is in the query, or in the path of the page. */
  world =
    new URLSearchParams(location.search).get('world') ??
    decodeURIComponent(/^\/__worlds\/([^/]+)\//.exec(location.pathname)?.[1] ?? first);
  /** Kept in memory only: a reload asks for it again. */
  adminToken: string | undefined;
  #isAdmitted = false;

  get baseUrl(): string {
    return (
      location.origin + (this.world === first ? '' : `/__worlds/${encodeURIComponent(this.world)}`)
    );
  }

  /** Asked before anything else is, until it is so: a refusal would be an error of the page. */
  async isAdmitted(): Promise<boolean> {
    this.#isAdmitted ||= (await (await this.#fetch('GET', '/console/token')).json()).isAdmitted;
    return this.#isAdmitted;
  }

  async get<T>(path: string): Promise<T> {
    return (await this.send('GET', path)).json();
  }

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    if (await this.isAdmitted()) return this.#fetch(method, path, body);
    throw new Refused(401, 'The server wants the admin token it was started with.');
  }

  async #fetch(method: string, path: string, body?: unknown): Promise<Response> {
    // Worlds are listed by the first world, which always exists.
    const base = path.startsWith('/worlds') ? location.origin : this.baseUrl;
    const answer = await fetch(`${base}/__admin${path}`, {
      method,
      cache: 'no-store',
      headers: {
        ...(this.adminToken !== undefined && { Authorization: `Bearer ${this.adminToken}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Unreachable('The server does not respond.');
    });
    if (answer.ok) return answer;
    const { detail } = await answer.json().catch(() => ({}));
    throw new Refused(answer.status, detail ?? `The server responded with ${answer.status}.`);
  }
}
