export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

/** Calls the control plane, e.g. `GET /state`. */
export async function call(url: string, asked: string, body?: unknown): Promise<Answer> {
  const [method = '', path = ''] = asked.split(' ');
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: jsonOf(body),
    }),
  });
  const text = await answer.text();
  const type = answer.headers.get('Content-Type');
  return { status: answer.status, type, body: text && JSON.parse(text) };
}

/** What is endless is written as a number that is read as that. */
function jsonOf(body: unknown): string {
  const text = JSON.stringify(body, (_, value) =>
    typeof value === 'number' && !Number.isFinite(value) ? `${value}` : value,
  );
  return text.replace(/"(-?)Infinity"/g, '$11e400');
}

export const newReport = {
  service: 'tunnelco',
  c2Address: 'c2.example:4444',
  file256Hash: 'ab'.repeat(32),
};
