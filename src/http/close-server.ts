import type { Server } from 'node:http';

/** Grace period for requests in progress: hanging on exit is worse than a cut connection. */
const longestGoodbye = 700;

/** Finishes requests in progress, then closes the connections. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), longestGoodbye);
  await closed;
  clearTimeout(timer);
}
