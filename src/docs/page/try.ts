import {
  codeView,
  html,
  reasonView,
  showIn,
  shownMs,
  statusChip,
  type View,
} from '../../pages/page/view.ts';

/** The base URL of this page's world, under any host name and path. */
const base = new URL('..', location.href).href.replace(/\/$/, '');

function requestOf(form: HTMLFormElement): { url: string; init: RequestInit } {
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
  const headers = Object.entries({
    Authorization: text('authorization'),
    'Content-Type': text('contentType'),
  }).filter(([, value]) => value !== '');
  return {
    url: `${base}${path}${search && `?${search}`}`,
    init: { method, headers, ...(data.has('body') && { body: text('body') }) },
  };
}

async function send(form: HTMLFormElement, show: (view: View) => void): Promise<void> {
  show(html`<p class="dim">Sending …</p>`);
  const { url, init } = requestOf(form);
  const begun = performance.now();
  try {
    const answer = await fetch(url, { ...init, cache: 'no-store', redirect: 'manual' });
    const text = await answer.text();
    show(answerView(answer, text, performance.now() - begun, `${init.method} ${url}`));
  } catch (error) {
    show(html`<p><strong>No response came. </strong>${error instanceof Error ? error.message : String(error)}</p>
      <p class="dim">The server may be gone, or have cut the connection.</p>`);
  }
}

function answerView(answer: Response, text: string, ms: number, sent: string): View {
  const reason = answer.headers.get('Abuse-Feed-Reason');
  return html`<p class="line">${statusChip(answer.status, reason !== null)} in ${shownMs(ms)} <code class="dim">${sent}</code></p>
    ${reason !== null && html`<p class="cause">${reasonView(reason, '')}</p>`}
    ${
      text === ''
        ? html`<p class="dim">No body.</p>`
        : html`<pre class="code" tabindex="0" aria-label="Body of the response">${codeView(text)}</pre>`
    }
    <details><summary>Headers</summary><dl class="pairs mono">${[...answer.headers].map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>`;
}

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
    const { name, value } = target as HTMLInputElement;
    if (name === 'trial') {
      form.reset();
      set('trial', value);
      for (const [changed, to] of Object.entries<string>(JSON.parse(value))) set(changed, to);
    }
    if (name === 'caller') set('authorization', value);
    else set('caller', field('authorization')?.value ?? '');
  });
}
