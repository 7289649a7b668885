import { startServer } from 'abuse-feed-kit';

export default async function setup() {
  // One that is there already, such as the one of `abuse-feed matrix`.
  if (process.env.ABUSE_FEED_ADMIN_URL) return;
  globalThis.standIn = await startServer();
  process.env.ABUSE_FEED_ADMIN_URL = globalThis.standIn.adminUrl;
}
