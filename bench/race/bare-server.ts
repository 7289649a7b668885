import { createServer, type ServerResponse } from 'node:http';
import { analyses, idOf, stored, tokens } from './requests.ts';

/** The limit of the platform: node:http that sends equivalent bytes and does nothing else. */
function send(res: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': length });
  res.end(text);
}

const error = { error: 'The request is refused.', successful: false };

createServer((req, res) => {
  const token = req.headers.authorization;
  if (req.method === 'POST') {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.once('end', () => {
      if (token === tokens.careless) send(res, 400, error);
      else send(res, 201, { id: idOf(1), successful: true });
    });
  } else if (token === tokens.stranger) send(res, 401, error);
  else if (req.method === 'DELETE')
    send(res, 200, { message: 'The report is deleted.', success: true });
  else if (token === tokens.analyst) send(res, 200, analyses[0] ?? {});
  else send(res, 200, { report: stored(1), successful: true });
}).listen(Number(process.argv[2]), '127.0.0.1');
