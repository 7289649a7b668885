import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RequestKind } from '../load/workload.ts';
import type { Exemplars } from './bare.ts';
import { tokens } from './samples.ts';

/** The limit of the platform: node:http that sends the same bytes and does nothing else. */
const [port, file] = process.argv.slice(2);
const exemplars = JSON.parse(readFileSync(file ?? '', 'utf8')) as Exemplars;

const send = (res: ServerResponse, kind: RequestKind): void => {
  const { status, headers, body } = exemplars[kind];
  res.writeHead(status, headers);
  res.end(body);
};

const answer = (req: IncomingMessage, res: ServerResponse): void => {
  const token = req.headers.authorization;
  if (req.method === 'POST') {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.once('end', () => send(res, token === tokens.careless ? 'invalid' : 'create'));
    return;
  }
  if (req.method === 'DELETE') send(res, 'delete');
  else if (token === tokens.stranger) send(res, 'stranger');
  else send(res, token === tokens.analyst ? 'lookup' : 'fetch');
};

createServer(answer).listen(Number(port), '127.0.0.1');
