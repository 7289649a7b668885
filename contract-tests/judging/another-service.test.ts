import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Redactor } from '../../src/traffic/redactor.ts';
import { type CauseFile, causeFileOf } from './causes/cause-file.ts';
import { replayCause } from './causes/replay-cause.ts';
import { concludeListening } from './listen/conclude.ts';
import { Listener } from './listen/listener.ts';
import type { AnsweredOptions, CreatedState, Model, ModelOptions } from './model.ts';
import { type Operation, Operations } from './operation.ts';
import { htmlReport, jsonReport } from './reporters/reporters.ts';
import { judgeServer } from './run/judge-server.ts';
import type { Conversation, Scenario } from './run/scenario.ts';
import type { Service } from './service.ts';
import { readAnswer } from './talk/answer.ts';
import type { Exchange } from './talk/exchange.ts';
import { Judge } from './verdict/judge.ts';
import {
  demandRefusal,
  demandSuccess,
  failure,
  type JudgedStep,
  type Rule,
} from './verdict/rule.ts';

/** Another service: writers add and remove notes, everybody reads them. */
function operation(name: string, method: string, effect: Operation['effect']): Operation {
  return {
    name,
    method,
    path: effect === 'creates' ? '/notes' : '/notes/{note}',
    query: [],
    area: 'notes',
    hasBody: effect === 'creates',
    changes: method !== 'GET',
    describesErrors: true,
    prefixes: [name],
    effect,
    succeeded: ({ status }) => status < 400,
    words: { calls: `${name}s`, answer: [`an answer to ${name}`, 'Answers'], refused: 'Refused' },
  };
}

const add = operation('add', 'POST', 'creates');
const read = operation('read', 'GET', 'nothing');
const operations = new Operations([add, read, operation('remove', 'DELETE', 'deletes')]);

type Note = Omit<CreatedState, 'isDeleted'> & { readonly text: unknown; isDeleted: boolean };
type Step = JudgedStep & { readonly note: Note | undefined };

const rules: readonly Rule<Step>[] = [
  {
    id: 'add/gives-an-id',
    on: 'add',
    when: ({ answer }) => answer.outcome === 'success',
    demand: ({ answer: { body } }) => typeof body.id === 'string' || failure('an id', 'none'),
  },
  {
    id: 'read/note-is-found',
    on: 'read',
    when: ({ note }) => note?.isDeleted === false,
    demand: demandSuccess,
  },
  {
    id: 'read/text-is-kept',
    on: 'read',
    when: ({ note, answer }) => note !== undefined && answer.outcome === 'success',
    demand: ({ note, answer: { body } }) =>
      body.text === note?.text || failure(`${note?.text}`, `${body.text}`),
  },
  {
    id: 'remove/note-is-gone',
    on: 'read',
    when: ({ note }) => note?.isDeleted === true,
    demand: demandRefusal,
  },
  {
    id: 'remove/writers-only',
    on: 'remove',
    when: ({ who }) => who.key === 'guest',
    demand: demandRefusal,
  },
];
const clauses = rules.map(({ id }) => ({
  id,
  section: '1',
  heading: '1 Notes',
  kind: 'fixed' as const,
  area: 'notes',
  sentence: `${id}.`,
}));

class NotesModel implements Model {
  readonly forgotten = [];
  readonly #notes = new Map<string, Note>();
  readonly #judge: Judge<Step>;

  constructor({ evidence, isAlone }: ModelOptions) {
    this.#judge = new Judge<Step>({
      evidence,
      isAlone,
      tokens: { isKnown: () => true, seemsMistyped: () => false },
      rulesOn: (name) => rules.filter(({ on }) => on === name),
      shapesIn: () => [],
      demandsRefusal: ({ demand }) => demand === demandRefusal,
    });
  }

  get created() {
    const all = () => [...this.#notes.values()];
    return { all, strays: [], add: () => undefined, grace: 0, untilDue: () => 0 };
  }

  noteSent(): void {}
  noteLost(): void {}
  noteRestart(): void {}
  noteAnswer(exchange: Exchange, who: { key: string }, { read }: AnsweredOptions = {}): void {
    const answer = read ?? readAnswer(exchange);
    const note = this.#notes.get(exchange.about.note ?? '');
    this.#judge.judge({ exchange, answer, who, note });
    const { id } = answer.body;
    if (answer.outcome === 'success' && exchange.operation === 'add' && typeof id === 'string') {
      const { text } = exchange.sent as { text: unknown };
      const known = { id, about: { note: id }, creator: who.key, isUncertain: false };
      this.#notes.set(id, { ...known, text, isDeleted: false });
    }
    if (answer.outcome === 'success' && exchange.operation === 'remove' && note)
      note.isDeleted = true;
  }

  finish(): void {
    this.#judge.finish();
  }
}

const writer = { key: 'writer', authorization: 'w' };
const guest = { key: 'guest', authorization: 'g' };
const nobody = { key: 'nobody' };

async function added({ ask }: Conversation) {
  const body = '{"text":"a Note"}';
  const sent = JSON.parse(body);
  const answer = await ask({ operation: 'add', caller: writer, about: {}, sent, body });
  return { note: String(answer.body.id) };
}

function scenario(name: string, run: Scenario['run']): Scenario {
  return {
    name,
    area: 'notes',
    clauses: clauses.map(({ id }) => id),
    run,
  };
}

const scenarios = [
  scenario('the life of a note', async (conversation) => {
    const about = await added(conversation);
    for (const name of ['read', 'remove', 'read'])
      await conversation.ask({ operation: name, caller: writer, about });
  }),
  scenario('a guest', async (conversation) => {
    const about = await added(conversation);
    await conversation.ask({ operation: 'remove', caller: guest, about });
  }),
];

function notesAt(url: string): Service {
  return {
    target: { areas: ['notes'], pace: { timeoutMs: 5000 }, waive: [] },
    summary: { urls: [{ area: 'notes', url, key: 'url', option: '--url' }], areas: ['notes'] },
    basis: () => ({ document: '', target: { url } }),
    urlOf: () => url,
    keyOf: () => 'url',
    harmless: () => ({ operation: 'read', caller: guest, about: { note: 'none' } }),
    operations,
    created: {
      words: ['note', 'notes'],
      parameter: 'note',
      idIn: ({ id }) => id,
      noId: 'none',
      forms: {},
      usual: () => ({ text: 'usual' }),
    },
    callers: {
      byKey: new Map([writer, guest, nobody].map((caller) => [caller.key, caller])),
      known: [writer, guest],
      nobody,
      stranger: nobody,
      isCounted: () => false,
      who: (key) => ({ key }),
      held: [writer, guest].map((who) => ({ token: who.authorization, who })),
      unlisted: (key) => ({ key }),
      cleaners: [writer],
      inShell: (key) => ({ authorization: `$${key}` }),
    },
    clauses: { all: clauses, rules },
    redactor: () => new Redactor(),
    model: (options) => new NotesModel(options),
    plan: {
      clauses,
      areas: ['notes'],
      preparations: [],
      endings: [],
      stages: [scenarios],
      order: [],
      skipped: [],
      leftOut: new Map(),
    },
    usableAreas: async () => ['notes'],
  };
}

/** The service in a few lines; `broken` is the clause that it breaks. */
async function serving(finished: typeof onTestFinished, broken = ''): Promise<string> {
  const notes = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const note = request.url?.split('/')[2] ?? '';
    const isGuest = request.headers.authorization === 'g' && !broken.endsWith('writers-only');
    if (request.method === 'POST') {
      const id = `n${notes.size}`;
      notes.set(id, JSON.parse(text).text);
      say(201, broken === 'add/gives-an-id' ? {} : { id });
    } else if (!notes.has(note) || (request.method === 'GET' && broken === 'read/note-is-found'))
      say(404, {});
    else if (request.method === 'GET')
      say(200, { text: broken === 'read/text-is-kept' ? 'A NOTE' : notes.get(note) });
    else if (isGuest) say(403, {});
    else {
      if (broken !== 'remove/note-is-gone') notes.delete(note);
      say(200, {});
    }
  }).listen(0, '127.0.0.1');
  finished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a server of another service is accepted, and its report written', async () => {
  const result = await judgeServer(notesAt(await serving(onTestFinished)));
  expect(result.verdict).toBe('conforms');
  expect(result.summary).toBe('5 of 5 clauses met');
  expect(JSON.parse(jsonReport(result))).toMatchObject({ verdict: 'conforms' });
  expect(htmlReport(result)).toContain('1 Notes');
});

test.concurrent.for(clauses)(
  'one that breaks $id is rejected by it, with one cause',
  async ({ id }, context) => {
    const faulty = notesAt(await serving(context.onTestFinished, id));
    const heard: Exchange[] = [];
    const result = await judgeServer(faulty, { onExchange: (exchange) => heard.push(exchange) });
    expect(result.causes.map(({ clause }) => clause)).toEqual([id]);
    const [cause] = result.causes.flatMap((one) => causeFileOf(one) ?? []) as [CauseFile];
    const mended = notesAt(await serving(context.onTestFinished));
    expect(await replayCause(faulty, cause)).toMatchObject({ verdict: 'shown' });
    expect(await replayCause(mended, cause)).toMatchObject({ verdict: 'fixed' });
    const listener = new Listener(faulty);
    for (const one of heard) listener.observe(one);
    expect(concludeListening(listener, new Date()).causes[0]?.clause).toBe(id);
  },
);

test('a run that is stopped at the first broken clause has the requests that led to it', async () => {
  const stop = new AbortController();
  const faulty = notesAt(await serving(onTestFinished, 'remove/note-is-gone'));
  const result = await judgeServer(faulty, {
    signal: stop.signal,
    onBroken: () => stop.abort(),
  });
  const [cause] = result.causes;
  expect(cause?.confirmation).toMatchObject({
    shown: 0,
    of: 0,
    why: expect.stringContaining('stopped'),
  });
  const file = cause && causeFileOf(cause);
  expect(file?.calls.map(({ operation }) => operation)).toContain('remove');
  expect(file && (await replayCause(faulty, file))).toMatchObject({ verdict: 'shown' });
  const mended = notesAt(await serving(onTestFinished));
  expect(file && (await replayCause(mended, file))).toMatchObject({
    verdict: 'unclear',
    why: expect.stringContaining('were not tried again when it was found'),
  });
});
