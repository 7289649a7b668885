import { createServer, type ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { applyDialect } from '../../src/contract/apply-dialect.ts';
import { defaultDialect } from '../../src/dialects/dialect.ts';
import { expressApp, messageClasses } from '../../src/http/express-app.ts';
import { openApiValidator } from '../../src/http/validator.ts';
import { analyses, idOf, stored } from './requests.ts';

/**
 * The limit of the packages: Express and the validator in both directions, mounted as in the product, with
 * fixed responses. No authentication, storage or logging.
 */
const app = expressApp();
const classes = messageClasses(app);

const readBody: RequestHandler = (req, _res, next) => {
  if (req.method !== 'POST') return next();
  const parts: Buffer[] = [];
  req.on('data', (part: Buffer) => parts.push(part));
  req.once('end', () => {
    req.body = JSON.parse(Buffer.concat(parts).toString());
    next();
  });
};

const answer: RequestHandler = (req, res) => {
  const isCreate = req.method === 'POST';
  const found = req.url.startsWith('/private')
    ? analyses[0]
    : { report: stored(1), successful: true };
  res.statusCode = isCreate ? 201 : 200;
  res.json(isCreate ? { id: idOf(1), successful: true } : found);
};

/** Called when the validator accepts a response; Express' own method does more. */
Object.assign(app.response, {
  json(this: ServerResponse, body: object) {
    const text = JSON.stringify(body);
    const length = Buffer.byteLength(text);
    this.setHeader('Content-Length', length);
    this.setHeader('Content-Type', 'application/json');
    this.end(text);
  },
});

app.use(readBody, ...openApiValidator(applyDialect(defaultDialect)), answer);
createServer(classes, (req, res) => app(req as Request, res as Response)).listen(
  Number(process.argv[2]),
  '127.0.0.1',
);
