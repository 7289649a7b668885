// @ts-check
// What a report can do beside being read: filter its lists, open what a link leads to, copy.
(() => {
  for (const form of document.querySelectorAll('form')) {
    const list = form.dataset.filter ?? '';
    const rows = [...document.querySelectorAll(`[data-row="${list}"]`)].filter(
      (one) => one instanceof HTMLElement,
    );
    const status = form.querySelector('[role="status"]');
    const fields = [...form.elements].filter(
      (one) => one instanceof HTMLInputElement || one instanceof HTMLSelectElement,
    );
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
      for (const group of document.querySelectorAll('details')) {
        if (group.dataset.group !== list) continue;
        group.hidden = !left.some((row) => group.contains(row));
        if (isFiltered) group.open = true;
      }
      const found = left.length === 0 ? 'Nothing found.' : `${left.length} of ${rows.length}`;
      if (status) status.textContent = isFiltered ? found : '';
    };
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', apply);
    // Browsers may restore the input.
    apply();
  }

  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let fold = target?.closest('details');
    for (; fold; fold = fold.parentElement?.closest('details')) fold.open = true;
    target?.scrollIntoView();
  };
  addEventListener('hashchange', unfold);
  unfold();

  for (const place of document.querySelectorAll('.code-tabs')) {
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
