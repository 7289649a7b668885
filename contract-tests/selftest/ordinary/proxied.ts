import { createServer, request as forward, type ServerResponse, STATUS_CODES } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { nodeHttp } from './node-http.ts';
import {
  type Choice,
  type Choices,
  listen,
  type OrdinaryServer,
  type Running,
  type Seed,
} from './ordinary.ts';

const proxyChoices = [
  'body-20k',
  'body-1m',
  'uri-8k',
  'header-8k',
  'rate-20',
  'rate-50',
  'rate-20-later',
  'rate-20-date',
  'every-ninth-429',
] as const satisfies Choice[];

/** What the proxy says for itself. */
function page(response: ServerResponse, status: number): void {
  const title = `${status} ${STATUS_CODES[status]}`;
  const lines = [
    `<html>\r\n<head><title>${title}</title></head>`,
    `<body>\r\n<center><h1>${title}</h1></center>`,
    '<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  ];
  response.writeHead(status, { 'Content-Type': 'text/html' }).end(lines.join('\r\n'));
}

/** True for each request beyond the rate (a second's requests are those of the last 1000 ms). */
function limiter(choices: Choices): () => boolean {
  const chosen = proxyChoices.find((name) => name.startsWith('rate-') && choices.has(name));
  const rate = Number(chosen?.split('-')[1] ?? Number.POSITIVE_INFINITY);
  let recent: number[] = [];
  let count = 0;
  return () => {
    const now = Date.now();
    count += 1;
    if (choices.has('every-ninth-429') && count % 9 === 0) return true;
    recent = recent.filter((time) => time > now - 1000);
    if (recent.length >= rate) return true;
    recent.push(now);
    return false;
  };
}

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer'];

function endToEnd<T>(headers: NodeJS.Dict<T>): NodeJS.Dict<T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));
}

async function start(seed: Seed, choices: Choices, port?: number): Promise<Running> {
  const inner = await nodeHttp.start(seed, choices);
  const tooMany = limiter(choices);
  const bodyLimit = choices.has('body-20k')
    ? 20_000
    : choices.has('body-1m')
      ? 1_000_000
      : Number.POSITIVE_INFINITY;

  const server = createServer({ maxHeaderSize: 65_536 }, async (request, response) => {
    response.setHeader('Server', 'nginx');
    if (choices.has('connection-close')) response.setHeader('Connection', 'close');
    const { method = 'GET', url = '/', headers, rawHeaders } = request;
    const body = await buffer(request).catch(() => undefined);
    if (!body) return; // the client has gone
    if (choices.has('uri-8k') && `${method} ${url} HTTP/1.1`.length > 8192) {
      return page(response, 414);
    }
    if (choices.has('header-8k') && rawHeaders.join(': ').length > 8192) {
      return page(response, 431);
    }
    if (body.length > bodyLimit) return page(response, 413);
    if (tooMany()) {
      if (choices.has('rate-20-later')) response.setHeader('Retry-After', '1');
      if (choices.has('rate-20-date')) {
        const second = Math.ceil((Date.now() + 1000) / 1000) * 1000;
        response.setHeader('Retry-After', new Date(second).toUTCString());
      }
      return page(response, 429);
    }
    const { port: innerPort } = new URL(inner.baseUrl);
    const options = { host: '127.0.0.1', port: innerPort, method, path: url, agent: false };
    const sent = { ...endToEnd(headers), 'content-length': String(body.length) };
    forward({ ...options, headers: sent })
      .once('error', () => page(response, 502))
      .once('response', async (answer) => {
        const bytes = await buffer(answer);
        const received = { ...endToEnd(answer.headers), 'content-length': String(bytes.length) };
        response.writeHead(answer.statusCode ?? 502, received).end(bytes);
      })
      .end(body);
  });

  const outer = await listen(server, port);
  return { ...outer, close: () => outer.close().then(() => inner.close()) };
}

export const proxied: OrdinaryServer = {
  name: 'proxied',
  choices: [...nodeHttp.choices, ...proxyChoices],
  start,
};
