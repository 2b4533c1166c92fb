import { callMain, loadedGuest } from '../unit/platform/guests.js';
import { type Outcome, testEachPackage } from './outcomes.js';

/** How a plugin does in a guest of this process, over what Node has of the platform. How long it takes is seen in Chromium. */
async function run(source: string): Promise<Outcome> {
  let at: 'load' | 'call' = 'load';
  try {
    const guest = await loadedGuest(source, { loadMs: 30_000 });
    at = 'call';
    return { value: (await callMain(guest)).value };
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    return { at, code, message };
  }
}

testEachPackage(run);
