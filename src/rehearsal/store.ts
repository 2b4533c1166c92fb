import type { CapabilityReply } from '../../worker/protocol/capability.js';
import type { Effect } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { own } from '../permissions/index.js';
import type { Broker } from '../workers/index.js';

/** The call id of a rehearsal's own requests, in its log. */
export const OWN_CALL = 'rehearsal';
const QUOTA = 256 * 1024 * 1024;
/** Keys that are looked at. */
const KEYS = 200;
const BATCH = 1_000;

type Contents = { readonly [key: string]: string };

/** The store of a plugin that is rehearsed, over a port like the plugin’s own. */
export class RehearsedStore {
  readonly #broker: Broker;
  readonly #plugin: string;
  #opened = 0;

  constructor(broker: Broker, plugin: string) {
    this.#broker = broker;
    this.#plugin = plugin;
  }

  /** Empties it and puts this there. @throws `BAD_ARGS` for a key that is none. */
  async fill(values: { readonly [key: string]: unknown }): Promise<void> {
    await this.#broker.call('wipe', { plugin: this.#plugin });
    const operations = Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .slice(0, BATCH)
      .map(([key, value]) => ({ op: 'set', key, value }));
    if (operations.length > 0) await this.#with((ask) => ask('storage.batch', { operations }));
  }

  /** What is there, each value as JSON text. */
  contents(): Promise<Contents> {
    return this.#with(async (ask) => {
      const keys = (await ask('storage.keys', { prefix: '' })) as string[];
      const pairs: [string, string][] = [];
      for (const key of keys.slice(0, KEYS)) pairs.push([key, JSON.stringify(await ask('storage.get', { key }))]);
      return Object.fromEntries(pairs);
    });
  }

  async #with<T>(work: (ask: (method: string, args: object) => Promise<unknown>) => Promise<T>): Promise<T> {
    const { port1, port2 } = new MessageChannel();
    const grant = `${OWN_CALL}-${++this.#opened}`;
    const waiting = new Map<number, (reply: CapabilityReply) => void>();
    let asked = 0;
    port2.onmessage = ({ data }: MessageEvent<CapabilityReply>) => waiting.get(data.request)?.(data);
    const rights = {
      ...({ group: 'storage', permission: '', state: 'granted', line: '' } as const),
      ...{ write: true, quotaBytes: QUOTA },
    };
    const most = { requestsPerCall: KEYS + 2, bytesOutPerCall: QUOTA };
    const open = { grant, plugin: this.#plugin, tool: '', call: OWN_CALL, rights, ...most };
    await this.#broker.call('open', { grant: open, port: port1 }, { transfer: [port1] });
    try {
      return await work(async (method, args) => {
        const request = ++asked;
        const reply = await new Promise<CapabilityReply>((resolve) => {
          waiting.set(request, resolve);
          port2.postMessage({ request, method, args: JSON.stringify(args) });
        });
        if ('error' in reply) throw new BulkheadError('BAD_ARGS', reply.error.message);
        return reply.text === '' ? undefined : (JSON.parse(reply.text) as unknown);
      });
    } finally {
      await this.#broker.call('drop', { grants: [grant] });
      port2.close();
    }
  }
}

/** What has become of a store. */
export function storeEffects(plugin: string, before: Contents, after: Contents): readonly Effect[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): Effect[] => {
    const [old, now] = [own(before, key), own(after, key)];
    if (old === now) return [];
    const sides = { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) };
    return [{ kind: 'storage', plugin, key, ...sides }];
  });
}
