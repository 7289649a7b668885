export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await answer.text();
  const type = answer.headers.get('Content-Type');
  return { status: answer.status, type, body: text && JSON.parse(text) };
}

export const newReport = {
  service: 'tunnelco',
  c2Address: 'c2.example:4444',
  file256Hash: 'ab'.repeat(32),
};
