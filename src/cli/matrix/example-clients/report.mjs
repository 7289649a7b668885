const { env } = process;

/** Creates a report and returns the raw response. */
export async function create() {
  const hash = env.ABUSE_FEED_ANALYSES_0_SHA256;
  const response = await fetch(`${env.ABUSE_FEED_BASE_URL}/feed/${env.ABUSE_FEED_SERVICE}/api`, {
    method: 'POST',
    headers: {
      Authorization: env.ABUSE_FEED_TOKEN_RESEARCHER,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      tags: ['rat'],
      c2Address: 'c2.example.com:4444',
      file256Hash: hash,
      referenceLink: `https://results.example/${hash}`,
      confidenceScore: 3,
    }),
  });
  return { status: response.status, body: await response.json() };
}
