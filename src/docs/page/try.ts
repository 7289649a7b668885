import {
  codeView,
  copied,
  html,
  reasonView,
  render,
  showIn,
  shownMs,
  statusChip,
  type View,
} from '../../pages/page/view.ts';
import { asCurl, type SentCall, writers } from '../reference/call-code.ts';

/** The base URL of this page's world, under any host name and path. */
const base = new URL('..', location.href).href.replace(/\/$/, '');

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
    passOn(form, text);
  } catch (error) {
    show(html`<p><strong>No response came. </strong>${error instanceof Error ? error.message : String(error)}</p>
      <p class="dim">The server may be gone, or have cut the connection.</p>`);
  }
}

/** A created report goes on into the forms that want one, with who may delete it. */
function passOn(form: HTMLFormElement, text: string): void {
  const id = /"id":\s*"([\w-]+)"/.exec(text)?.[1];
  if (form.dataset.try !== 'create' || id === undefined) return;
  const data = new FormData(form);
  for (const other of document.querySelectorAll<HTMLFormElement>('[data-try]:has([name=report])')) {
    for (const [name, value] of [
      ['report', id],
      ['service', data.get('service')],
      ['authorization', data.get('authorization')],
    ] as const) {
      const field = other.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      // The default as well: a reset of the form keeps it.
      if (field) field.value = field.defaultValue = String(value ?? '');
    }
    other.dispatchEvent(new Event('input'));
  }
}

/** Said before it is sent; it can be sent all the same, to see how it is refused. */
function checkBody(form: HTMLFormElement): void {
  const place = form.querySelector('[data-body-problem]');
  const { headers, body = '' } = requestOf(form);
  const isJson = /\bjson\b/i.test(headers['Content-Type'] ?? '');
  if (place) place.textContent = isJson ? jsonProblem(body) : '';
}

function jsonProblem(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return `This is not JSON, and will be refused: ${error instanceof Error ? error.message : error}`;
  }
}

/** The samples of an operation show what its form would send. */
function showCode(form: HTMLFormElement): void {
  const call = requestOf(form);
  for (const place of form.closest('.operation')?.querySelectorAll('[data-call]') ?? []) {
    const write = writers[place.getAttribute('data-call') ?? ''];
    if (!write) continue;
    render(null, place);
    place.replaceChildren();
    render(html`<span>${codeView(write(call))}</span>`, place);
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

function copyCall(call: SentCall) {
  return async ({ target }: Event): Promise<void> => {
    const isDone = await copied(asCurl(call));
    (target as HTMLElement).textContent = isDone ? 'Copied' : 'Not allowed';
  };
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
    // The fields are reset after this event.
    setTimeout(() => {
      showCode(form);
      checkBody(form);
    });
  });
  form.addEventListener('input', ({ target }) => {
    const { name = '', value = '' } = target as Partial<HTMLInputElement>;
    if (name === 'caller') set('authorization', value);
    else set('caller', field('authorization')?.value ?? '');
    showCode(form);
    checkBody(form);
  });
}
