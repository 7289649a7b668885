import { startServer } from 'abuse-feed-kit';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
  }
}

export default async function setup(project: TestProject) {
  const server = await startServer();
  project.provide('adminUrl', server.adminUrl);
  return () => server.close();
}
