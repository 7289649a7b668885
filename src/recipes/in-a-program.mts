import { startServer } from 'abuse-feed-kit';

await using server = await startServer();
const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api`, {
  method: 'POST',
  headers: {
    Authorization: server.tokens['researcher-1'] ?? '',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    tags: ['rat'],
    c2Address: 'c2.example.com:4444',
    file256Hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    referenceLink: 'https://results.example/page',
    confidenceScore: 75,
  }),
});
console.log(answer.status, await answer.json());
