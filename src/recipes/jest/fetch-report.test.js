test('a report that is not there is not found', async () => {
  const made = await fetch(`${process.env.ABUSE_FEED_ADMIN_URL}/worlds`, { method: 'POST' });
  const { baseUrl, tokens } = await made.json();
  const url = `${baseUrl}/feed/tunnelco/api?report=00000000-0000-4000-8000-000000000000`;
  const answer = await fetch(url, { headers: { Authorization: tokens.reader } });
  expect(await answer.json()).toMatchObject({ successful: false });
});
