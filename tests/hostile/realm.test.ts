import { expect, test } from 'vitest';
import { assetsAt, assetsOf, loadAssets } from '../../src/isolation/assets.js';
import { openFrame } from '../../src/isolation/frame.js';
import type { Realm } from '../../src/isolation/realm.js';
import { REALM_GLOBALS } from '../../worker/tool/realm-globals.js';
import { type Probed, probeTwo } from './realm-probe.js';

const assets = assetsOf(assetsAt('/bulkhead/'));
/** What the server sees of each way out over the network; its log decides, not what the browser says to the script. */
const NETWORK = ['events', 'fetch', 'font', 'imported.js', 'module.js', 'websocket', 'xhr'];

async function inFrame(kind: 'served' | 'srcdoc'): Promise<Probed[]> {
  const { script, wasm } = await loadAssets(assets);
  let realm: Realm | undefined;
  try {
    return await probeTwo(script, async (probe) => {
      const opened = await openFrame(kind, assets, { script: probe, wasm }, { onLost: () => {} });
      realm = opened;
      return (port) =>
        void opened.spawn({ port, credits: 256, spare: false }, { onFailed: () => {}, onFlags: () => {} });
    });
  } finally {
    realm?.close();
  }
}

test('control: the same script in a plain worker reaches everything, and the server sees it', async () => {
  const probed = await probeTwo('', async (script) => {
    const url = URL.createObjectURL(new Blob([script]));
    return (port) => new Worker(url).postMessage({ port }, [port]);
  });
  for (const { found, taken, requests } of probed) {
    const refused = Object.entries({ ...taken, ...found }).filter(([, answer]) => answer !== 'reached');
    // The server answers these two with what is no socket and no font.
    expect(refused.map(([path]) => path).sort()).toEqual(['WebSocket', 'font download']);
    const seen = new Set(requests);
    for (const how of ['found', 'taken']) for (const path of NETWORK) expect(seen).toContain(`${how}/${path}`);
  }
});

for (const kind of ['served', 'srcdoc'] as const) {
  test(`native code in a tool worker of the ${kind} frame reaches nothing`, async () => {
    for (const { globals, found, taken, requests } of await inFrame(kind)) {
      expect([...new Set(globals)].sort()).toEqual([...new Set(REALM_GLOBALS)].sort());
      expect(Object.entries(found).filter(([, answer]) => answer === 'reached')).toEqual([]);
      // Wall 5 alone, with what was taken before wall 4 stood: only a worker like itself, as confined as itself.
      const reached = Object.entries(taken).filter(([, answer]) => answer === 'reached');
      expect(reached.map(([path]) => path)).toEqual(['nested worker']);
      expect(requests).toEqual([]);
    }
  });
}
