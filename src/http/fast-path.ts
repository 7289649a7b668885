import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SentReport } from '../domain/rules.ts';
import { identify } from '../service/callers.ts';
import { StorageFailure } from '../store/store.ts';
import type { HostedWorld } from '../worlds/world.ts';
import type { Call } from './answer.ts';
import { corsHeaders } from './cors.ts';
import { parsed, readBefore, readBody } from './plain-body.ts';
import { plainRequest } from './plain-request.ts';
import type { Reply } from './reply.ts';
import { bugEntry, noLog } from './request-log.ts';
import { joined, seen } from './seen-request.ts';
import { type Sendable, sendables } from './sendable.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * The short way for requests that are plainly valid: the same service, the same replies, the same
 * check of every reply against the document, without router and validator middleware. Whatever is
 * not plain, or turns out not to be, takes the long way and is judged there.
 */
export function fastPath(hosted: HostedWorld, longWay: Handler): Handler {
  const { log, cors } = hosted.surroundings;
  const { lasting, sendable } = sendables(cors ? corsHeaders : {});

  return (req, res) => {
    const { plain: checks } = hosted.served.edition;
    const plain = hosted.faults.none ? plainRequest(req, checks) : undefined;
    if (!plain) return longWay(req, res);
    if ('call' in plain) return void perform(req, res, plain.call);
    const { creates: service, authorization, bytes } = plain;
    readBody(req, (text) => {
      const report = parsed(text);
      if (report === undefined || !checks.isDraft(report)) {
        readBefore.set(req, text);
        return longWay(req, res);
      }
      const call = { authorization, service, report: report as SentReport } as const;
      void perform(req, res, { operation: 'create', ...call }, bytes);
    });
  };

  async function perform(
    req: IncomingMessage,
    res: ServerResponse,
    call: Call,
    bytes = 0,
  ): Promise<void> {
    const arrived = performance.now();
    const { reply, text, head } = await answered(call);
    note(req, call, reply, bytes + text.length, performance.now() - arrived);
    if (log !== noLog) res.once('close', () => logged(req, reply, performance.now() - arrived));
    res.writeHead(reply.status, head);
    res.end(text);
  }

  /** No reply that breaks the contract leaves, and no exception does either. */
  async function answered(call: Call): Promise<Sendable> {
    const { served } = hosted;
    const { replies, check } = served.edition;
    try {
      const reply = await served.answer(served, call);
      const known = lasting(reply);
      if (known) return known;
      const problem = check(call.operation, reply);
      if (problem === undefined) return sendable(reply);
      log(bugEntry(`${call.operation} was about to answer against its contract: ${problem}`));
    } catch (error) {
      if (error instanceof StorageFailure) {
        return sendable(replies.refused(call.operation, { kind: 'unavailable' }));
      }
      log(bugEntry(error));
    }
    return sendable(replies.refused(call.operation, { kind: 'internal-error' }));
  }

  function note(req: IncomingMessage, call: Call, reply: Reply, size: number, ms: number): void {
    const { method = '', url = '', rawHeaders } = req;
    const known = identify(hosted.served.world, call.authorization);
    const caller = known.ok ? known.value.id : undefined;
    const time = hosted.clock.now();
    const body = call.operation === 'create' ? call.report : undefined;
    const { operation } = call;
    const sight = { time, operation, caller, faults: undefined, rawBody: undefined, ms };
    hosted.journal.addLazily(size + 500, () =>
      seen({ method, url, headers: joined(rawHeaders), body }, reply, sight),
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
