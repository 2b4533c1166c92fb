import { execute, install, openHost, until } from '../host.js';
import { atMost, type Bench } from '../outcome.js';
import { echoAs, SMALL } from '../plugins.js';

declare global {
  interface Window {
    /** Proportional resident memory of the browser's renderers in MB, after a collection; `null` where the system does not tell. */
    residentMb(): Promise<number | null>;
  }
}

const PLUGINS = 100;
const WARM_UPS = 10;

/** What a plugin costs that has been used once and does nothing. */
export const idleMemory: Bench = {
  name: 'idle-memory',
  async run() {
    // Idle means without a worker: the host ends those that nobody calls, here sooner than usual.
    const host = await openHost({ limits: { idleMs: 1_500 } });
    const atRest = () => until(host, ({ workers: { live, spare, terminating } }) => live + spare + terminating === 0);
    await host.ready();
    // Some beforehand, so that neither what the first plugin loads is counted, nor what eight live workers leave behind.
    for (let i = 0; i < WARM_UPS; i++) {
      await install(host, echoAs(`warm_up_${i}`));
      await execute(host, `warm_up_${i}`, SMALL);
    }
    await atRest();
    const before = await window.residentMb();
    const answers = new Set<string>();
    for (let i = 0; i < PLUGINS; i++) {
      await install(host, echoAs(`idle_${i}`));
      answers.add(JSON.stringify(await execute(host, `idle_${i}`, SMALL)));
    }
    const { live, spare } = host.status().workers;
    await atRest();
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
        what: `live workers, the spare included, just after ${PLUGINS} plugins were used`,
        unit: 'workers',
        ours: live + spare,
        goal: atMost(8),
        notes: [],
      },
    ];
  },
};
