import { readFile } from 'node:fs/promises';

/** Bytes in memory that belong to a process, shared pages by its share of them. */
async function residentBytes(pid) {
  try {
    const [, kilobytes] = (await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')).match(/^Pss:\s+(\d+) kB/m) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
  } catch {
    return null;
  }
}

/**
 * Lets the page collect its garbage, and adds up what all renderers of this browser have in memory, in MB.
 * @returns `null` where the system does not tell, e.g. outside Linux.
 */
export async function residentMb(browser, page) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const own = await page.context().newCDPSession(page);
  await own.send('HeapProfiler.collectGarbage');
  await own.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = await Promise.all(renderers.map(({ id }) => residentBytes(id)));
  if (sizes.length === 0 || sizes.includes(null)) return null;
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1e6;
}
