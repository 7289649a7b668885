import { Agent, type ClientRequest } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { createSecureContext, rootCertificates, connect as secureConnect } from 'node:tls';

/**
 * A request on a connection that the target is closing is lost and cannot be retried: it may have been
 * processed, and a lookup costs the caller. So connections idle for as long as servers announce or
 * allow, a second or more, are not reused.
 */
const longestIdle = 500;

/** An idle connection that ends, times out or receives data must not be reused. */
function discard(this: Socket): void {
  this.destroy();
  // The agent itself would notice only on close, and reuse it until then.
  this.emit('agentRemove');
}

const endings = ['data', 'end', 'timeout'];

/** Connections to one target, kept alive. */
export class Connections extends Agent {
  readonly #connect: () => Socket;

  constructor(url: URL, authority: string | undefined) {
    super({ keepAlive: true });
    this.#connect = connecting(url, authority);
  }

  override createConnection(): Socket {
    return this.#connect();
  }

  override keepSocketAlive(socket: Socket): boolean {
    socket.setTimeout(longestIdle);
    for (const event of endings) socket.once(event, discard);
    return true;
  }

  override reuseSocket(socket: Socket, request: ClientRequest): void {
    super.reuseSocket(socket, request);
    socket.setTimeout(0);
    for (const event of endings) socket.off(event, discard);
  }
}

function connecting(
  { protocol, hostname, port }: URL,
  authority: string | undefined,
): () => Socket {
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const place = { host, port: Number(port || (isSecure ? 443 : 80)) };
  if (!isSecure) return () => connect({ ...place, noDelay: true });
  const options = {
    ...place,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 && { servername: host }),
    // Created once: parsing hundreds of certificates per connection would dominate.
    ...(authority !== undefined && {
      secureContext: createSecureContext({ ca: [...rootCertificates, authority] }),
    }),
  };
  return () => secureConnect(options).setNoDelay();
}
