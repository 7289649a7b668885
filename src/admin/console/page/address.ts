/** What the query of the page's address has under a name. */
export function inAddress(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? '';
}

/** Keeps values in the query; a step is one that Back undoes. */
export function keepInAddress(
  values: { readonly [name: string]: string | undefined },
  { isStep = false, hash = location.hash } = {},
): void {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  address.hash = hash;
  if (address.href === location.href) return;
  history[isStep ? 'pushState' : 'replaceState'](null, '', address);
}
