import {
  codeView,
  copied,
  html,
  reasonView,
  showIn,
  shownMs,
  statusChip,
  type View,
} from '../../pages/page/view.ts';
import { curl, inLines } from '../../spec/traffic/curl.ts';

/** The base URL of this page's world, under any host name and path. */
const base = new URL('..', location.href).href.replace(/\/$/, '');

/** A request as it is sent, valid or not. */
interface SentCall {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

function requestOf(form: HTMLFormElement): SentCall {
  const { method = 'GET', template = '' } = form.dataset;
  const data = new FormData(form);
  const text = (name: string) => data.get(name)?.toString() ?? '';
  const query = new URLSearchParams();
  let path = template;
  for (const { name, value } of form.querySelectorAll<HTMLInputElement>('[data-parameter]')) {
    if (template.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  const search = query.toString();
  const headers = Object.fromEntries(
    Object.entries({
      Authorization: text('authorization'),
      'Content-Type': text('contentType'),
    }).filter(([, value]) => value !== ''),
  );
  const url = `${base}${path}${search && `?${search}`}`;
  return { method, url, headers, ...(data.has('body') && { body: text('body') }) };
}

async function send(form: HTMLFormElement, show: (view: View) => void): Promise<void> {
  show(html`<p class="dim">Sending …</p>`);
  const call = requestOf(form);
  const { url, ...init } = call;
  const begun = performance.now();
  try {
    const answer = await fetch(url, { ...init, cache: 'no-store', redirect: 'manual' });
    const text = await answer.text();
    show(answerView(answer, text, performance.now() - begun, call));
  } catch (error) {
    show(html`<p><strong>No response came. </strong>${error instanceof Error ? error.message : String(error)}</p>
      <p class="dim">The server may be gone, or have cut the connection.</p>`);
  }
}

function answerView(answer: Response, text: string, ms: number, call: SentCall): View {
  const sent = `${call.method} ${call.url}`;
  const reason = answer.headers.get('Abuse-Feed-Reason');
  return html`<p class="line">${statusChip(answer.status, reason !== null)} in ${shownMs(ms)} <code class="dim">${sent}</code> <button type="button" class="button copy" onClick=${copyCall(call)}>Copy as curl</button></p>
    ${reason !== null && html`<p class="cause">${reasonView(reason, '')}</p>`}
    ${
      text === ''
        ? html`<p class="dim">No body.</p>`
        : html`<pre class="code" tabindex="0" aria-label="Body of the response">${codeView(text)}</pre>`
    }
    <details><summary>Headers</summary><dl class="pairs mono">${[...answer.headers].map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>`;
}

const copyCall =
  (call: SentCall) =>
  async ({ target }: Event): Promise<void> => {
    const isDone = await copied(curl(call, inLines));
    (target as HTMLElement).textContent = isDone ? 'Copied' : 'Not allowed';
  };

/** Sends the request of a form to the page's own server. */
export function tryForm(form: HTMLFormElement): void {
  const place = form.querySelector('.result') as HTMLElement;
  const field = (name: string) =>
    form.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`);
  const set = (name: string, value: string) => {
    const one = field(name);
    if (one) one.value = value;
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, showIn(place));
  });
  form.addEventListener('reset', () => {
    place.hidden = true;
  });
  form.addEventListener('input', ({ target }) => {
    const { name, value = '' } = target as Partial<HTMLInputElement>;
    if (name === 'caller') set('authorization', value);
    if (name === 'authorization') set('caller', value);
  });
}
