import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const named = process.env.ABUSE_FEED_CHROMIUM;

/** The Chromium of this machine, if there is one. */
export const chromiumPath = (named ? [named] : usualPlaces).find((path) => existsSync(path));

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages can reach this machine only.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *.localhost',
];

/** Starts it without a window. */
export function startChromium(): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error('There is no Chromium here. Name one in ABUSE_FEED_CHROMIUM.');
  return chromium.launch({ executablePath: chromiumPath, args });
}
