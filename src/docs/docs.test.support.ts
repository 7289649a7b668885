import { onTestFinished } from 'vitest';
import { openPage } from '../pages/browser.test.support.ts';
import { startServer } from '../server.ts';

/** A page of the reference of a server that runs until the test ends. */
export async function openDocs(
  file = '',
  {
    dialect = 'default' as 'default' | 'contrary',
    ...browser
  }: { dialect?: 'default' | 'contrary' } & Parameters<typeof openPage>[1] = {},
) {
  const server = await startServer({ dialect });
  onTestFinished(() => server.close());
  const watched = await openPage([server.baseUrl], browser);
  await watched.page.goto(`${server.baseUrl}/docs/${file}`);
  return { server, ...watched };
}
