import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Serves so many connections at a time; the next one waits until one is closed. */
function atOnce(workers: number) {
  return (server: Server): void => {
    const [serve] = server.listeners('connection') as ((socket: Socket) => void)[];
    const waiting: Socket[] = [];
    let busy = 0;
    const next = (): void => {
      while (busy < workers) {
        const socket = waiting.shift();
        if (!socket) return;
        busy += 1;
        socket.once('close', () => {
          busy -= 1;
          next();
        });
        serve?.call(server, socket);
      }
    };
    server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      waiting.push(socket);
      next();
    });
  };
}

/** Answers in the older version, whose connections end with their answer (RFC 9112, 9.3). */
function answerInOlderVersion(server: Server): void {
  server.prependListener('connection', (socket: Socket) => {
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
    socket.write = (chunk: unknown, ...rest: unknown[]) =>
      write(typeof chunk === 'string' ? chunk.replace(/^HTTP\/1\.1/, 'HTTP/1.0') : chunk, ...rest);
  });
}

export interface Handling {
  readonly prepare?: (server: Server) => void;
  /** Whether the connection is closed after its answer with this number. */
  readonly closesAfter?: (answers: number) => boolean;
  /** Without a header that announces it. */
  readonly isSilent?: boolean;
}

/** How conforming servers handle connections: HTTP leaves all of it to them. */
export const connectionHandlings: { readonly [name: string]: Handling } = {
  'closes-after-each-answer': { closesAfter: () => true },
  'closes-in-silence-after-each-answer': { closesAfter: () => true, isSilent: true },
  'closes-after-three-answers': { closesAfter: (answers) => answers % 3 === 0 },
  'closes-in-silence-after-three-answers': {
    closesAfter: (answers) => answers % 3 === 0,
    isSilent: true,
  },
  'closes-idle-connections': {
    prepare: (server) => {
      server.keepAliveTimeout = 50;
    },
  },
  'http-1.0': { prepare: answerInOlderVersion, closesAfter: () => true },
  'one-connection-at-a-time': { prepare: atOnce(1) },
  'two-workers': { prepare: atOnce(2) },
  'two-workers-that-close': { prepare: atOnce(2), closesAfter: () => true },
};
