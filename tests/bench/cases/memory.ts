import { calm, execute, install, openHost } from '../host.js';
import { atMost, type Bench } from '../outcome.js';
import { echoAs, SMALL } from '../plugins.js';

declare global {
  interface Window {
    /** Proportional resident memory of the browser's renderers in MB, after a collection; `null` where the system does not tell. */
    residentMb(): Promise<number | null>;
  }
}

const PLUGINS = 100;

/** What a plugin costs that has been used once and does nothing. */
export const idleMemory: Bench = {
  name: 'idle-memory',
  async run() {
    const host = await openHost();
    await host.ready();
    // One beforehand, so that what every first plugin loads is not counted.
    await install(host, echoAs('warm_up'));
    await execute(host, 'warm_up', SMALL);
    await calm(host);
    const before = await window.residentMb();
    const answers = new Set<string>();
    for (let i = 0; i < PLUGINS; i++) {
      await install(host, echoAs(`idle_${i}`));
      answers.add(JSON.stringify(await execute(host, `idle_${i}`, SMALL)));
    }
    await calm(host);
    const { live } = host.status().workers;
    const after = await window.residentMb();
    await host.dispose();
    const differ = answers.size === 1 ? null : `${answers.size} different answers`;
    const each = before === null || after === null ? Number.NaN : (after - before) / PLUGINS;
    const plain = { peer: null, ratio: null, ratioMin: null, ratioMax: null, rounds: 1, alternatives: [], differ };
    return [
      {
        ...plain,
        name: 'idle-memory',
        what: `resident memory of one of ${PLUGINS} plugins that were used once and are idle`,
        unit: 'MB',
        ours: each,
        goal: atMost(0.35),
        notes: [
          `renderers: ${before?.toFixed(0) ?? '?'} MB before, ${after?.toFixed(0) ?? '?'} MB after; proportional set size`,
        ],
      },
      {
        ...plain,
        name: 'idle-workers',
        what: `live workers with ${PLUGINS} plugins installed and used`,
        unit: 'workers',
        ours: live,
        goal: atMost(8),
        notes: [],
      },
    ];
  },
};
