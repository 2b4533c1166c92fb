import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

/** A Chromium with a profile that outlives it. */
export interface MortalBrowser {
  newPage(): Promise<Page>;
  /** Ends all of its processes at once, as a loss of power would. */
  kill(): Promise<void>;
}

/** Starts a Chromium on a profile, as a group of processes of its own. */
export async function openMortalBrowser(profile: string): Promise<MortalBrowser> {
  const flags = [...CHROMIUM_FLAGS, '--headless=new', '--disable-breakpad', '--remote-debugging-port=0'];
  const child = spawn(findChromium() ?? '', [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit');
  const kill = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await exit;
    if (child.pid !== undefined) await groupGone(child.pid);
  };
  let browser: Browser;
  try {
    browser = await chromium.connectOverCDP(await debuggerUrl(child));
  } catch (error) {
    await kill();
    throw error;
  }
  return {
    async newPage() {
      const [context] = browser.contexts();
      if (!context) throw new Error('a browser without a context');
      return context.newPage();
    },
    async kill() {
      const gone = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()));
      await Promise.all([kill(), gone]);
    },
  };
}

/** Resolves when nothing of a group of processes is left that could still write: nobody tells of the end of a grandchild. */
async function groupGone(group: number): Promise<void> {
  while (readdirSync('/proc').some((name) => /^\d+$/.test(name) && livesIn(name, group))) await pause(5);
}

/** True for a process of a group that is not just waiting to be forgotten. */
function livesIn(pid: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: the state, the parent, the group.
    const [state = '', , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(of) === group && !'ZX'.includes(state);
  } catch {
    return false;
  }
}

/** The address that it says on its error stream. */
async function debuggerUrl({ stderr }: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of stderr ?? []) {
    said += chunk;
    const url = said.match(/DevTools listening on (ws:\S+)/)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`Chromium did not start: ${said.slice(-500)}`);
}
