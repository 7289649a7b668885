import { createServer } from 'node:http';
import { startServer } from 'abuse-feed-kit';
import { chromium } from 'playwright-core';

// Your application. CORS lets its pages call the stand-in from any origin.
const app = createServer((_req, res) => res.end('<h1>My page</h1>')).listen(0, '127.0.0.1');
const server = await startServer({ ids: 1, clock: { mode: 'frozen', at: '2026-01-31T13:45:00Z' } });
const browser = await chromium.launch({
  executablePath: process.env.ABUSE_FEED_CHROMIUM ?? '/usr/bin/chromium',
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${app.address().port}/`);
  const status = await page.evaluate(
    async ([url, token]) => (await fetch(url, { headers: { Authorization: token } })).status,
    [`${server.baseUrl}/feed/tunnelco/api?report=x`, server.tokens.reader],
  );
  const [seen] = await server.waitForRequests({ operation: 'fetch' });
  console.log(`The page was answered with ${status}: ${seen.why}`);
} finally {
  await browser.close();
  await server.close();
  app.close();
}
