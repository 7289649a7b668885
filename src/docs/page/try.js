// @ts-check
// Sends what a form of the reference says to the server that the page came from. A classic script:
// modules do not load from file://.
(() => {
  /** Where the world of this page is, whatever name and path it was reached by. */
  const base = new URL('..', location.href).href.replace(/\/$/, '');

  /**
   * Whatever an answer brings along stays text.
   *
   * @param {string} tag @param {{ [name: string]: string }} attributes @param {...(Node | string)} children
   */
  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  /** @param {HTMLFormElement} form @param {string} name @returns {string} */
  const fieldText = (form, name) => new FormData(form).get(name)?.toString() ?? '';

  /** @param {HTMLFormElement} form */
  function requestOf(form) {
    const { method = 'GET', template = '' } = form.dataset;
    const query = new URLSearchParams();
    let path = template;
    for (const field of form.querySelectorAll('[data-parameter]')) {
      const { name, value } = /** @type {HTMLInputElement} */ (field);
      if (template.includes(`{${name}}`)) {
        path = path.replace(`{${name}}`, encodeURIComponent(value));
      } else if (value !== '') query.set(name, value);
    }
    const search = query.toString();
    /** @type {{ [name: string]: string }} */
    const headers = {};
    for (const [field, header] of [
      ['authorization', 'Authorization'],
      ['contentType', 'Content-Type'],
    ]) {
      const value = field && fieldText(form, field);
      if (header && value) headers[header] = value;
    }
    const hasBody = form.querySelector('[name="body"]') !== null;
    return {
      url: `${base}${path}${search && `?${search}`}`,
      init: { method, headers, ...(hasBody && { body: fieldText(form, 'body') }) },
    };
  }

  /** @param {HTMLFormElement} form @param {HTMLElement} place */
  async function send(form, place) {
    place.hidden = false;
    place.replaceChildren(element('p', { class: 'dim' }, 'Sending …'));
    const { url, init } = requestOf(form);
    const begun = performance.now();
    try {
      const answer = await fetch(url, { ...init, cache: 'no-store', redirect: 'manual' });
      const text = await answer.text();
      const ms = performance.now() - begun;
      place.replaceChildren(...shown(answer, text, ms, `${init.method} ${url}`));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      place.replaceChildren(
        element('p', {}, element('strong', {}, 'No answer came. '), why),
        element('p', { class: 'dim' }, 'The server may be gone, or have cut the connection.'),
      );
    }
  }

  /** @param {Response} answer @param {string} text @param {number} ms @param {string} sent */
  function* shown(answer, text, ms, sent) {
    const { status } = answer;
    const reason = answer.headers.get('Abuse-Feed-Reason');
    // Some dialects refuse with a status of success.
    const isRefused = status >= 400 || reason !== null;
    const look = status >= 500 ? 'bad' : isRefused ? 'warn' : 'good';
    yield element(
      'p',
      { class: 'line' },
      element('span', { class: `chip ${look}`, 'data-status': String(status) }, String(status)),
      ` in ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms `,
      element('code', { class: 'dim' }, sent),
    );
    if (reason !== null) yield element('p', { class: 'cause' }, ...reasonParts(reason));
    const names = element('dl', { class: 'pairs mono' });
    for (const [name, value] of answer.headers) {
      names.append(element('dt', {}, name), element('dd', {}, value));
    }
    yield names;
    yield text === ''
      ? element('p', { class: 'dim' }, 'Without a body.')
      : element(
          'pre',
          { class: 'code', tabindex: '0', 'aria-label': 'Body of the answer' },
          pretty(text),
        );
  }

  /** The header names a clause or an open point; both have a page. @param {string} reason */
  function reasonParts(reason) {
    const [, kind, id] = /\b(clause|open-point)="([\w./-]+)"$/.exec(reason) ?? [];
    if (kind === undefined || id === undefined) return [`Reason: ${reason}`];
    const page = kind === 'clause' ? 'clauses.html' : 'open-points.html';
    const link = element('a', { href: `${page}#${id}` }, element('code', {}, id));
    return [
      `Reason: ${reason.split(';')[0]}, by the ${kind === 'clause' ? 'clause' : 'open point'} `,
      link,
    ];
  }

  /** @param {string} text */
  function pretty(text) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }

  for (const code of document.querySelectorAll('.calls code')) {
    const copy = element('button', { type: 'button', class: 'button copy' }, 'Copy');
    copy.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(code.textContent ?? '');
        copy.textContent = 'Copied';
      } catch {
        // Not every page may; the text is selected instead.
        getSelection()?.selectAllChildren(code);
        copy.textContent = 'Selected';
      }
    });
    code.parentElement?.before(copy);
  }

  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (
    document.querySelectorAll('[data-try]')
  )) {
    const place = /** @type {HTMLElement} */ (form.querySelector('.result'));
    /** @param {string} name @returns {any} */
    const field = (name) => form.querySelector(`[name="${name}"]`);

    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form, place);
    });
    field('trial').addEventListener('change', () => {
      const chosen = field('trial').value;
      form.reset();
      field('trial').value = chosen;
      for (const [name, value] of Object.entries(JSON.parse(chosen))) field(name).value = value;
      if (field('caller')) field('caller').value = field('authorization').value;
    });
    field('caller')?.addEventListener('change', () => {
      field('authorization').value = field('caller').value;
    });
    field('authorization').addEventListener('input', () => {
      if (field('caller')) field('caller').value = field('authorization').value;
    });
    form.addEventListener('reset', () => {
      place.hidden = true;
    });
  }
})();
