import type { Server } from 'node:http';

/** Requests get this long to finish; a server that hangs on exit is worse than a cut connection. */
const longestGoodbye = 700;

/** Finishes what is in flight, then hangs up. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), longestGoodbye);
  await closed;
  clearTimeout(timer);
}
