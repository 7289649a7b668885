import { createServer } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import * as choice from './choices.ts';
import {
  type Choices,
  type Draft,
  listen,
  type OrdinaryServer,
  type Report,
  type Running,
  type Seed,
} from './ordinary.ts';

// node:sqlite came after Node 20, and so did its types.
type Value = string | number | null;
type Row = Record<string, Value>;
type Statement = {
  get(...values: Value[]): Row | undefined;
  run(...values: Value[]): { changes: number | bigint };
};
type Database = { exec(sql: string): void; prepare(sql: string): Statement; close(): void };
type Sqlite = { DatabaseSync: new (path: string) => Database };

const isAvailable = (): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
};

const schema = `
  CREATE TABLE services (name TEXT PRIMARY KEY);
  CREATE TABLE callers (
    name TEXT PRIMARY KEY, token TEXT UNIQUE, researcher INTEGER, remaining REAL
  );
  CREATE TABLE owners (caller TEXT REFERENCES callers, service TEXT REFERENCES services);
  CREATE TABLE analyses (
    sha256 TEXT PRIMARY KEY, sha512 TEXT UNIQUE, blake3 TEXT UNIQUE, document TEXT
  );
  CREATE TABLE reports (
    id TEXT PRIMARY KEY, service TEXT, creator TEXT, draft TEXT, document TEXT,
    shown_at INTEGER, gone_at INTEGER
  );
`;

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

function draftOf(body: unknown, choices: Choices): Draft {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal(400, 'bad_request');
  }
  const draft = choice.pick({ ...body });
  const strings = ['c2Address', 'file256Hash', 'referenceLink'] as const;
  const good =
    choice.requiredFields(choices).every((field) => field in draft) &&
    strings.every((field) => !(field in draft) || typeof draft[field] === 'string') &&
    (draft.tags === undefined ||
      (Array.isArray(draft.tags) && draft.tags.every((tag) => typeof tag === 'string'))) &&
    (draft.confidenceScore === undefined || Number.isInteger(draft.confidenceScore)) &&
    /^\S+:\d+$/.test(draft.c2Address ?? 'host:1') &&
    RegExp(choice.hashPattern(choices)).test(draft.file256Hash ?? '0'.repeat(64)) &&
    URL.canParse(draft.referenceLink ?? 'http://localhost/');
  if (!good || choice.refusal(draft, choices)) throw new Refusal(400, 'bad_request');
  return choice.tidy(draft, choices);
}

async function start(seed: Seed, choices: Choices, port?: number): Promise<Running> {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as Sqlite;
  const db = new DatabaseSync(':memory:');
  db.exec(schema);
  const insert = (table: string, ...values: Value[]) =>
    db.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join()})`).run(...values);
  for (const service of seed.services) insert('services', service);
  for (const { name, token, researcher, remaining, owns } of seed.callers) {
    insert('callers', name, token, Number(researcher), remaining);
    for (const service of owns) insert('owners', name, service);
  }
  for (const analysis of seed.analyses) {
    const { sha256Hash, sha512Hash, blake3Hash } = analysis;
    insert('analyses', sha256Hash, sha512Hash, blake3Hash, JSON.stringify(analysis));
  }
  const callerByToken = db.prepare('SELECT * FROM callers WHERE token = ?');
  const serviceByName = db.prepare('SELECT * FROM services WHERE name = ?');
  const ownership = db.prepare('SELECT * FROM owners WHERE caller = ? AND service = ?');
  const reportById = db.prepare(
    `SELECT * FROM reports WHERE id = ? ${choices.has('any-case-report-id') ? 'COLLATE NOCASE' : ''}
     AND service = ? AND shown_at <= ? AND (gone_at IS NULL OR gone_at > ?)`,
  );
  const twin = db.prepare(
    `SELECT id FROM reports
     WHERE service = ? AND creator = ? AND draft = ? AND gone_at IS NULL`,
  );
  const remove = db.prepare('UPDATE reports SET gone_at = coalesce(gone_at, ?) WHERE id = ?');
  const takeRequest = db.prepare(
    'UPDATE callers SET remaining = remaining - 1 WHERE name = ? AND remaining >= 1',
  );
  const analysisByHash = db.prepare(
    'SELECT document FROM analyses WHERE ? IN (sha256, sha512, blake3)',
  );

  const callerOf = (req: Request): Row => {
    const caller = callerByToken.get(req.headers.authorization ?? '');
    if (!caller) throw new Refusal(401, 'invalid_token');
    return caller;
  };
  const rowOf = (req: Request): Row => {
    const { report } = req.query;
    if (typeof report !== 'string') throw new Refusal(400, 'bad_request');
    const now = Date.now();
    const row = reportById.get(report, String(req.params.service), now, now);
    if (!row) throw new Refusal(404, 'not_found');
    return row;
  };
  const reply = (req: Request, res: Response, status: number, body: unknown) =>
    choice.send(req, res, status, body, choices);

  const app = express().use(express.json());
  app.post('/feed/:service/api', (req, res) => {
    const { service } = req.params;
    const { name, researcher } = callerOf(req);
    if (!serviceByName.get(service)) throw new Refusal(404, 'not_found');
    if (!researcher) throw new Refusal(403, 'forbidden');
    const draft = draftOf(req.body, choices);
    const key = JSON.stringify(choice.fields.map((field) => draft[field]));
    const status = choice.creationDelay(choices) ? 202 : 201;
    const known = choices.has('idempotent-create') && twin.get(service, String(name), key);
    const id = known ? String(known.id) : choice.newId(choices);
    if (!known) {
      const report: Report = {
        id,
        name: `${service}/${id.slice(0, 8)}`,
        ...draft,
        reportedAt: choice.timestamp(choices),
        reportedBy: String(name),
        firstSeenID: choice.newId(choices),
      };
      const shownAt = Date.now() + choice.creationDelay(choices);
      insert('reports', id, service, String(name), key, JSON.stringify(report), shownAt, null);
    }
    reply(req, res, status, { id, successful: true });
  });
  app.get('/feed/:service/api', (req, res) => {
    callerOf(req);
    const report: unknown = JSON.parse(String(rowOf(req).document));
    reply(req, res, 200, { report, successful: true });
  });
  app.delete('/feed/:service/api', (req, res) => {
    const caller = String(callerOf(req).name);
    const { id, creator } = rowOf(req);
    if (creator !== caller && !ownership.get(caller, req.params.service)) {
      throw new Refusal(404, 'not_found'); // whose it is is nobody's business
    }
    const delay = choice.deletionDelay(choices);
    remove.run(Date.now() + delay, String(id));
    reply(req, res, delay ? 202 : 200, choice.deleted('ok', choices));
  });
  app.get('/private/sample/:hash', (req, res) => {
    const { changes } = takeRequest.run(String(callerOf(req).name));
    if (Number(changes) === 0) throw new Refusal(429, 'quota_exceeded');
    const row = analysisByHash.get(req.params.hash);
    if (!row) throw new Refusal(404, 'not_found');
    reply(req, res, 200, JSON.parse(String(row.document)));
  });
  app.use(() => {
    throw new Refusal(404, 'not_found');
  });
  app.use((error: Error & { status?: number }, req: Request, res: Response, _: NextFunction) => {
    const status = error instanceof Refusal ? error.code : (error.status ?? 500);
    const text = error instanceof Refusal ? error.message : 'bad_request';
    if (!req.path.startsWith('/private/')) {
      reply(req, res, status, { error: text, successful: false });
    } else {
      reply(req, res, status, choice.missBody(choices, status, text, { code: text }));
    }
  });

  const { close, ...urls } = await listen(createServer(app), port);
  return { ...urls, close: () => close().then(() => db.close()) };
}

export const sqlite: OrdinaryServer = {
  name: 'sqlite',
  isAvailable,
  choices: [
    ...choice.commonChoices,
    ...choice.valueChoices,
    ...choice.missChoices,
    'any-case-report-id',
    'charset',
    'chunked',
    'escaped-json',
  ],
  start,
};
