import { html, type View } from '../../../pages/page/view.ts';
import { curl, inLines } from '../../../spec/curl.ts';
import type { Control } from './control.ts';
import { button } from './parts.ts';
import type { Console } from './types.ts';

/** An example request for an empty panel. */
export interface Example {
  readonly url: string;
  readonly method?: string;
  readonly authorization?: string | undefined;
  readonly body?: object | undefined;
}

/** The admin token is a secret: a command names the variable that servers read it from. */
export const controlCall = (control: Control, path: string, body?: object): Example => ({
  url: `${path === '/worlds' ? location.origin : control.baseUrl}/__admin${path}`,
  method: 'POST',
  authorization: control.adminToken && 'Bearer $ABUSE_FEED_ADMIN_TOKEN',
  body,
});

const headersOf = ({ authorization, body }: Example): Record<string, string> => ({
  ...(authorization && { Authorization: authorization }),
  ...(body && { 'Content-Type': 'application/json' }),
});

export const curlLine = (example: Example): string => {
  const { url, method, body } = example;
  const { Authorization: authorization, ...headers } = headersOf(example);
  const token = authorization?.includes('$') ? { authorization } : {};
  return curl(
    {
      ...{ method, url, body: body && JSON.stringify(body), ...token },
      headers: {
        ...(authorization && !token.authorization && { Authorization: authorization }),
        ...headers,
      },
    },
    inLines,
  );
};

/** As a curl command, and as a button. */
export function exampleView({ control, copy, act }: Console, example: Example): View {
  const { url, method = 'GET', body } = example;
  const send = () =>
    url.includes('/__admin/')
      ? control.send(method, url.slice(url.indexOf('/__admin/') + 8), body)
      : fetch(url, {
          method,
          headers: headersOf(example),
          cache: 'no-store',
          ...(body && { body: JSON.stringify(body) }),
        });
  return html`<pre class="code" tabindex="0" aria-label="Command">${curlLine(example)}</pre>
    <p class="row middle">${button('Copy', () => copy(curlLine(example), 'Command'), 'main')}${button('Send one for me', () => act('Sent.', send))}</p>`;
}

/** A request that succeeds: the caller with the most lookups left asks for a known file. */
export async function lookup(control: Control): Promise<Example & { readonly hash: string }> {
  const [callers, analyses] = await Promise.all([control.callers(), control.analyses()]);
  const who = [...callers].sort((a, b) => b.requestsLeft - a.requestsLeft)[0];
  const hash = analyses[0]?.sha256Hash ?? '0'.repeat(64);
  const url = `${control.baseUrl}/private/sample/${hash}`;
  return { hash, url, ...(who && { authorization: who.authorization }) };
}

export async function newReport(control: Control, service: string): Promise<Example> {
  const { authorization = '' } =
    (await control.callers()).find(({ roles }) => roles.includes('researcher')) ?? {};
  const file256Hash = 'ab'.repeat(32);
  return {
    url: `${control.baseUrl}/feed/${service}/api`,
    method: 'POST',
    authorization,
    body: {
      tags: ['rat'],
      c2Address: 'c2.example.com:4444',
      file256Hash,
      referenceLink: `https://results.example/${file256Hash}`,
      confidenceScore: 75,
    },
  };
}
