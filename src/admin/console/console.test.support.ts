import type { Page } from 'playwright-core';
import { openPage } from '../../pages/browser.test.support.ts';
import type { RunningServer } from '../../server.ts';

/** All panels of the console, in the order of the tabs. */
const panels = ['requests', 'faults', 'dialect'] as const;
type Panel = (typeof panels)[number];

function filled(page: Page, panel: Panel) {
  return page.waitForSelector(`#panel-${panel}:not([aria-busy]) > *`);
}

/** Opens the console, connected and with the panel loaded. */
export async function openConsole(
  server: Pick<RunningServer, 'baseUrl'>,
  { panel = 'requests' as Panel, width = 1280, colorScheme = 'light' as 'light' | 'dark' } = {},
) {
  const watched = await openPage([server.baseUrl], {
    colorScheme,
    viewport: { width, height: 800 },
  });
  await watched.page.goto(`${server.baseUrl}/__admin/console/#${panel}`);
  await watched.page.waitForSelector('#connection.good');
  await filled(watched.page, panel);
  return watched;
}

/** Opens each panel in turn and runs the same check once it is loaded. */
export async function inEveryPanel(page: Page, look: (panel: Panel) => unknown): Promise<void> {
  for (const panel of panels) {
    await page.click(`#tab-${panel}`);
    await filled(page, panel);
    await look(panel);
  }
}

export function lookUp(server: RunningServer, hash = 'x') {
  return fetch(`${server.baseUrl}/private/sample/${hash}`, {
    headers: { Authorization: server.tokens.analyst ?? '' },
  });
}
