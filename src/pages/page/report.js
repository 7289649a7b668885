// @ts-check
// What a report can do beside being read: filter its lists, keep the place in its address, copy.
(() => {
  /** @param {string} selector @param {ParentNode} within */
  const all = (selector, within = document) =>
    [...within.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement);

  /**
   * A page in a frame may not change its address, which then stays as it is.
   * @param {(url: URL) => void} change
   * @param {'pushState' | 'replaceState'} how
   */
  const readdress = (change, how) => {
    const url = new URL(location.href);
    change(url);
    try {
      if (url.href !== location.href) history[how](null, '', url);
    } catch {}
  };

  for (const form of document.querySelectorAll('form')) {
    const list = form.dataset.filter ?? '';
    const rows = all(`[data-row="${list}"]`);
    const status = form.querySelector('[role="status"]');
    const fields = [...form.elements].filter(
      (one) => one instanceof HTMLInputElement || one instanceof HTMLSelectElement,
    );
    const key = (/** @type {string} */ name) => (list === 'cause' ? name : `${list}-${name}`);
    const apply = () => {
      const isFiltered = fields.some(({ value }) => value !== '');
      for (const row of rows) {
        const text = row.dataset.text?.toLowerCase() ?? '';
        row.hidden = !fields.every(({ name, value }) =>
          name === 'text'
            ? value
                .toLowerCase()
                .split(/\s+/)
                .every((word) => text.includes(word))
            : value === '' || row.dataset[name] === value,
        );
      }
      const left = rows.filter(({ hidden }) => !hidden);
      for (const group of all(`[data-group="${list}"]`)) {
        group.hidden = !left.some((row) => group.contains(row));
        if (isFiltered && group instanceof HTMLDetailsElement) group.open = true;
      }
      for (const [at, row] of left.entries()) {
        for (const link of all('[rel]', row)) {
          const to = left[link.matches('[rel="next"]') ? at + 1 : at - 1];
          link.hidden = to === undefined;
          if (to) link.setAttribute('href', `#${to.id}`);
          else link.removeAttribute('href');
        }
      }
      const found = left.length === 0 ? 'Nothing found.' : `${left.length} of ${rows.length}`;
      if (status) status.textContent = isFiltered ? found : '';
    };
    const given = new URL(location.href).searchParams;
    for (const field of fields) field.value = given.get(key(field.name)) ?? '';
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => {
      readdress(({ searchParams }) => {
        for (const { name, value } of fields) {
          if (value === '') searchParams.delete(key(name));
          else searchParams.set(key(name), value);
        }
      }, 'replaceState');
      apply();
    });
    apply();
  }

  // An open row is the place in the address.
  for (const row of document.querySelectorAll('details')) {
    if (row.dataset.row === undefined) continue;
    row.querySelector('summary')?.addEventListener('click', () =>
      readdress((url) => {
        if (!row.open) url.hash = row.id;
        else if (url.hash === `#${row.id}`) url.hash = '';
      }, 'pushState'),
    );
    for (const link of all('.steps a', row)) {
      link.addEventListener('click', () => {
        row.open = false;
      });
    }
  }

  for (const button of all('[data-open-all]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const rows = all(button.dataset.openAll ?? '').filter((one) => !one.hidden);
      const opens = rows.some((one) => one instanceof HTMLDetailsElement && !one.open);
      for (const row of rows) row.toggleAttribute('open', opens);
      button.textContent = opens ? 'Close all' : 'Open all';
    });
  }

  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let fold = target?.closest('details');
    for (; fold; fold = fold.parentElement?.closest('details')) fold.open = true;
    target?.scrollIntoView();
  };
  addEventListener('hashchange', unfold);
  addEventListener('popstate', unfold);
  unfold();

  for (const place of all('.code-tabs')) {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'button copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      const text = place.querySelector('details[open] > pre')?.textContent ?? '';
      button.textContent = await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'Not allowed',
      );
    });
    place.append(button);
  }
})();
