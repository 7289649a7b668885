import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SentReport } from '../domain/rules.ts';
import { identify } from '../service/callers.ts';
import { StorageFailure } from '../store/store.ts';
import type { Call } from './answer.ts';
import { corsHeaders } from './cors.ts';
import { contentType, textOf } from './delivery.ts';
import type { HostedWorld } from './hosted-world.ts';
import { plainRequest } from './plain-request.ts';
import type { Reply } from './reply.ts';
import { readBefore } from './request-body.ts';
import { bugEntry, noLog } from './request-log.ts';
import { seen } from './seen-request.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * The short way for requests that are plainly valid: the same service, the same replies, the same
 * check of every reply against the document, without router and validator middleware. Whatever is
 * not plain, or turns out not to be, takes the long way and is judged there.
 */
export function fastPath(hosted: HostedWorld, longWay: Handler): Handler {
  const { log, cors, mutant } = hosted.surroundings;
  // A mutant may validate otherwise, so its requests all go the long way.
  if (mutant) return longWay;
  const common = cors ? corsHeaders : {};

  return (req, res) => {
    const { plain: checks } = hosted.served.edition;
    const plain = hosted.faults.none ? plainRequest(req, checks) : undefined;
    if (!plain) return longWay(req, res);
    if ('call' in plain) return void perform(req, res, plain.call);
    readBody(req, (text) => {
      const report = parsed(text);
      if (report === undefined || !checks.isDraft(report)) {
        readBefore.set(req, text);
        return longWay(req, res);
      }
      const { creates: service, authorization } = plain;
      void perform(req, res, {
        operation: 'create',
        authorization,
        service,
        report: report as SentReport,
      });
    });
  };

  async function perform(req: IncomingMessage, res: ServerResponse, call: Call): Promise<void> {
    const arrived = performance.now();
    const reply = await answered(call);
    const text = textOf(reply.body);
    note(req, call, reply, text.length, performance.now() - arrived);
    if (log !== noLog) res.once('close', () => logged(req, reply, performance.now() - arrived));
    const type = contentType(reply.body);
    res.writeHead(reply.status, {
      ...common,
      ...reply.headers,
      ...(type !== undefined && { 'Content-Type': type }),
      'Content-Length': Buffer.byteLength(text),
    });
    res.end(text);
  }

  /** No reply that breaks the contract leaves, and no exception does either. */
  async function answered(call: Call): Promise<Reply> {
    const { served } = hosted;
    const { replies, check } = served.edition;
    try {
      const reply = await served.answer(served, call);
      const problem = check(call.operation, reply);
      if (problem === undefined) return reply;
      log(bugEntry(`${call.operation} was about to answer against its contract: ${problem}`));
    } catch (error) {
      if (error instanceof StorageFailure) {
        return replies.refused(call.operation, { kind: 'unavailable' });
      }
      log(bugEntry(error));
    }
    return replies.refused(call.operation, { kind: 'internal-error' });
  }

  function note(req: IncomingMessage, call: Call, reply: Reply, size: number, ms: number): void {
    const { method = '', url = '', headers } = req;
    const known = identify(hosted.served.world, call.authorization);
    const caller = known.ok ? known.value.id : undefined;
    const time = hosted.clock.now();
    const body = call.operation === 'create' ? call.report : undefined;
    const { operation } = call;
    const sight = { time, operation, caller, faults: undefined, rawBody: undefined, ms };
    hosted.journal.addLazily(size + Number(headers['content-length'] ?? 0) + 500, () =>
      seen({ method, url, headers, body }, reply, sight),
    );
  }

  function logged(req: IncomingMessage, reply: Reply, ms: number): void {
    log({
      time: new Date().toISOString(),
      method: req.method ?? '',
      url: req.url ?? '',
      status: reply.status,
      ms: Math.round(ms),
      outcome: reply.outcome,
      ...(reply.why !== undefined && { why: reply.why }),
    });
  }
}

function readBody(req: IncomingMessage, then: (text: string) => void): void {
  const parts: Buffer[] = [];
  req.on('data', (part: Buffer) => parts.push(part));
  // A byte order mark is no part of the text.
  req.once('end', () =>
    then(
      Buffer.concat(parts)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    ),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
