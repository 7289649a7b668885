import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openConsole } from '../admin/console/console.test.support.ts';
import { program, ready } from '../cli/program.test.support.ts';
import { readContract } from '../contract/document.ts';
import { yamlText } from '../document/yaml.ts';
import { goodReport } from '../http/request/corpus/sample-values.test.support.ts';
import { hasBrowser } from '../pages/browser.test.support.ts';
import { folderWith } from '../values/folder-with.test.support.ts';

const draft = { ...goodReport, service: 'tunnelco', campaign: 'autumn' };

describe.runIf(hasBrowser)('the console of another contract', () => {
  test('finds a report by a field more, and shows it', async () => {
    const document = readContract();
    for (const name of ['ReportDraft', 'Report']) {
      const { properties = {} } = document.components.schemas[name] ?? {};
      properties.campaign = { type: 'string', description: 'What the report belongs to.' };
    }
    const contract = join(folderWith({ 'openapi.yaml': yamlText(document) }), 'openapi.yaml');
    const env = { ...process.env, ABUSE_FEED_OPENAPI: contract };
    const shown = await ready(program(['serve', '--memory', '--port', '0', '--quiet'], { env }));
    const baseUrl = /Ready on (http:\S+\d)/.exec(shown)?.[1] ?? '';
    const added = await fetch(`${baseUrl}/__admin/reports`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ reports: [draft] }),
    });
    expect(added.status).toBeLessThan(300);

    const { page, faults } = await openConsole({ baseUrl }, { panel: 'reports' });
    await page.fill('#panel-reports input[type=search]', draft.campaign);
    await page.waitForSelector('#panel-reports [role=status]:text-is("1 to 1 of 1")');
    await page.click('#panel-reports table button.link');
    expect(await page.locator('#dialog dt:text-is("campaign") + dd').textContent()).toBe('autumn');
    expect(faults).toEqual([]);
  });
});
