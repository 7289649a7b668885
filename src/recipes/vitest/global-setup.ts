import { startServer } from 'abuse-feed-kit';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
  }
}

export default async function setup(project: TestProject) {
  // An existing server, such as that of `abuse-feed matrix`.
  const given = process.env.ABUSE_FEED_ADMIN_URL;
  if (given) return project.provide('adminUrl', given);
  const server = await startServer();
  project.provide('adminUrl', server.adminUrl);
  return () => server.close();
}
