type StreamEvent =
  | { readonly kind: 'opened' }
  | { readonly kind: 'event'; readonly name: string; readonly data: string }
  | { readonly kind: 'lost'; readonly status?: number; readonly message: string };
type Hear = (event: StreamEvent) => unknown;

/** Streams the requests of a world until stopped. */
export function follow(url: string, token: string | undefined, listen: Hear): () => void {
  const stop = new AbortController();
  const tell: Hear = (event) => stop.signal.aborted || listen(event);
  void readUntilStopped(url, token, stop.signal, tell);
  return () => stop.abort();
}

const gone =
  'The server does not respond. What is shown is what was last seen; trying again by itself.';

/** Reconnects until stopped or until the token is refused. */
async function readUntilStopped(
  url: string,
  token: string | undefined,
  signal: AbortSignal,
  tell: Hear,
): Promise<void> {
  let wait = 500;
  while (!signal.aborted) {
    let problem: { status?: number; message: string } = { message: gone };
    try {
      // EventSource cannot send the admin token and does not report why a connection failed.
      const headers: HeadersInit = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const answer = await fetch(url, { signal, cache: 'no-store', headers });
      if (answer.ok && answer.body) {
        wait = 500;
        tell({ kind: 'opened' });
        await readEvents(answer.body, (name, data) => tell({ kind: 'event', name, data }));
      } else {
        const { detail = `The server responded with ${answer.status}.` } = await answer.json();
        problem = { status: answer.status, message: detail };
      }
    } catch {}
    tell({ kind: 'lost', ...problem });
    if (problem.status === 401) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, 5000);
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  event: (name: string, data: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const field = (name: string) =>
        lines
          .filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2))
          .join('\n');
      if (field('data')) event(field('event') || 'message', field('data'));
    }
  }
}
