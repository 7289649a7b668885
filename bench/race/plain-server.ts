import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express, { type ErrorRequestHandler, type Request } from 'express';
import { error, middleware } from 'express-openapi-validator';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { load } from 'js-yaml';
import { analyses, openapi, tokens } from './requests.ts';

/** The obvious implementation: Express, the validator in both directions, and a Map. */
const document = load(readFileSync(openapi, 'utf8')) as OpenAPIV3.DocumentV3;
// Requests to a path with its own servers would be neither authenticated nor validated.
document.servers = [];
for (const path of Object.values(document.paths)) delete path.servers;

const callers = new Map([
  [tokens.researcher, { name: 'First researcher', lookups: 0 }],
  [tokens.careless, { name: 'Second researcher', lookups: 0 }],
  [tokens.analyst, { name: 'Analyst', lookups: 1_000_000_000 }],
]);
const samples = new Map(analyses.map((analysis) => [analysis.sha256Hash, analysis]));
const reports = new Map<string, { readonly id: string; readonly reportedBy: string }>();
const firstSeen = new Map<string, string>();

function callerOf(req: Request) {
  return callers.get(req.headers.authorization ?? '');
}

function notFound(message: string) {
  return new error.NotFound({ path: '', message });
}

const app = express();
app.use(express.json());
app.use(
  middleware({
    apiSpec: document,
    validateRequests: true,
    validateResponses: true,
    validateSecurity: { handlers: { token: (req) => callerOf(req) !== undefined } },
  }),
);

app.post('/feed/:service/api', (req, res) => {
  const { tags, c2Address, file256Hash, referenceLink, confidenceScore } = req.body;
  const id = randomUUID();
  if (!firstSeen.has(file256Hash)) firstSeen.set(file256Hash, id);
  reports.set(id, {
    id,
    tags,
    c2Address,
    file256Hash,
    referenceLink,
    confidenceScore,
    name: tags[0] ?? 'untagged',
    reportedAt: new Date().toISOString().replace('T', ' ').slice(0, 19),
    reportedBy: callerOf(req)?.name ?? '',
    firstSeenID: firstSeen.get(file256Hash),
  } as { id: string; reportedBy: string });
  res.status(201).json({ id, successful: true });
});

app.get('/feed/:service/api', (req, res) => {
  const report = reports.get(String(req.query.report));
  if (!report) throw notFound('There is no such report.');
  res.json({ report, successful: true });
});

app.delete('/feed/:service/api', (req, res) => {
  if (!reports.delete(String(req.query.report))) throw notFound('There is no such report.');
  res.json({ message: 'The report is deleted.', success: true });
});

app.get('/private/sample/:hash', (req, res) => {
  const caller = callerOf(req);
  const analysis = samples.get(String(req.params.hash));
  if (!caller || !analysis) throw notFound('There is no such sample.');
  caller.lookups -= 1;
  res.json(analysis);
});

const refuse: ErrorRequestHandler = (problem, _req, res, _next) => {
  res.status(problem.status ?? 500).json({ error: problem.message, successful: false });
};
app.use(refuse);

app.listen(Number(process.argv[2]), '127.0.0.1');
