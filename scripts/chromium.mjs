import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Flags for a headless Chromium that keeps to itself. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Keeps the frames of a page in its process, as Firefox and Safari do: our walls must hold without one process per frame.
 * A test then costs little more than half, since each host opens a frame. End-to-end tests run without it, as users do.
 */
export const ONE_PROCESS = ['--disable-site-isolation-trials'];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const INSIDE = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win/chrome.exe',
];

/** Playwright's own download, if there is one. */
function playwrightChromium() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright');
  if (!existsSync(cache)) return undefined;
  for (const folder of readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort()
    .reverse()) {
    const found = INSIDE.map((path) => join(cache, folder, path)).find(existsSync);
    if (found) return found;
  }
  return undefined;
}

function onThePath(names) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/usr/lib/chromium',
    '/opt/google/chrome',
  ];
  for (const folder of folders) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder !== '' && existsSync(path)) return path;
    }
  }
  return undefined;
}

const named = () => [process.env.BULKHEAD_CHROMIUM].find((path) => path && existsSync(path));

/** Path of a Chromium: BULKHEAD_CHROMIUM, then the PATH, then the usual places, then Playwright's. */
export const findChromium = () => named() ?? onThePath(NAMES) ?? playwrightChromium();

/** The same engine without a browser's own windows, where it is installed: end-to-end tests take little more than half the time in it. */
export const findHeadless = () => named() ?? onThePath(SHELLS) ?? findChromium();
