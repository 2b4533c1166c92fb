import type { BrokerContract, BrokerEvent } from '../protocol/broker.js';
import type { Limits } from '../protocol/limits.js';
import type { CallGrant, Rights } from '../protocol/rights.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { type Answer, Ports } from '../rpc/grant-ports.js';
import { RequestQueue } from '../rpc/request-queue.js';
import type { Service } from '../rpc/serve.js';
import { openAudit } from './audit.js';
import { commit, pruneCommits, rollback } from './commit.js';
import { asSize } from './data.js';
import { sendForHost } from './host-send.js';
import { dataKey, KEPT, storeKey } from './keys.js';
import { readModel, setModelKey, setModelProfile } from './model-profile.js';
import { askModel } from './model-send.js';
import { netAnswer } from './net.js';
import { openOutbox } from './outbox.js';
import { simulatedData } from './overlay.js';
import { readPackage } from './packages.js';
import { pluginData } from './plugin-data.js';
import { pluginMethods } from './plugins.js';
import { checkRestored } from './restored.js';
import { deleteSecret, secretNames, setSecret } from './secrets.js';
import { beginBy, beginHere, sendHere } from './send.js';
import { deltasOf, type Simulation, Simulations } from './simulation.js';
import { storageAnswer } from './storage.js';

const DAY_MS = 86_400_000;

/** What the broker needs of its page. */
export interface BrokerOptions {
  readonly store: KeyValueStore;
  readonly limits: Limits;
  /** True when the page sends requests in the broker's place. */
  readonly hostFetch: boolean;
  /** Host of the page, with its port: no plugin asks its server. */
  readonly page: string;
  /** Tells other tabs that a plugin has changed; an empty id: safe mode has. */
  readonly changed: (id: string) => void;
  /** Tells other tabs that the store is gone. */
  readonly erased: () => void;
  readonly emit: (event: BrokerEvent) => void;
}

/** The answer of what answers nothing, once it is over. */
async function done(work: Promise<void> | void): Promise<null> {
  await work;
  return null;
}

/** Keeps plugins, grants, data, secrets and the log; and serves the ports of calls that may use them. */
export function brokerService(options: BrokerOptions): Service<BrokerContract> {
  const { store, limits, hostFetch, page, changed, erased, emit } = options;
  const audit = openAudit(store, limits);
  const simulations = new Simulations();
  const outbox = openOutbox(emit, limits.responseBytes);
  const send = hostFetch ? outbox.send : sendHere(limits.responseBytes);
  const begin = hostFetch ? beginBy(outbox.send) : beginHere;
  const pace = { what: 'requests to servers', atOnce: limits.netAtOnce, perMinute: limits.netPerMinute };
  const queues = new Map<string, RequestQueue>();
  const queueOf = (plugin: string): RequestQueue => {
    const queue = queues.get(plugin) ?? new RequestQueue(pace);
    queues.set(plugin, queue);
    return queue;
  };
  const answers: {
    readonly [group in Rights['group']]: (
      rights: Extract<Rights, { group: group }>,
      plugin: string,
      simulation: Simulation | undefined,
    ) => Answer;
  } = {
    net: (rights, plugin, simulation) =>
      netAnswer({ plugin, rights, page, simulation, store, limits, send, queue: queueOf(plugin) }),
    storage(rights, plugin, simulation) {
      const { quotaBytes } = rights;
      const data = simulation
        ? simulatedData(store, plugin, quotaBytes, simulation)
        : pluginData(store, plugin, quotaBytes);
      return storageAnswer(data, rights, simulation !== undefined);
    },
  };
  const answerFor = ({ plugin, rights, simulation: id }: CallGrant): Answer => {
    const simulation = id === undefined ? undefined : simulations.enter(id);
    return answers[rights.group](rights as never, plugin, simulation);
  };
  const ports = new Ports({ answerFor, note: audit.note, emit });

  void pruneCommits(store, Date.now() - limits.auditDays * DAY_MS).catch(() => {});
  return {
    ...pluginMethods(store, changed, audit.note),
    erase: () => done(store.erase().then(erased)),
    read: ({ url, files, origin }, signal) => readPackage({ url, files, origin }, limits.sourceBytes, signal),
    open: (given) => done(ports.open(given)),
    decide: (answer) => done(ports.decide(answer)),
    drop: ({ grants }) => ports.drop(grants),
    sent: (answer) => done(outbox.sent(answer)),
    endSimulation({ id, others }) {
      const end = simulations.end(id);
      return { ...end, deltas: { ...end.deltas, ...deltasOf(others) } };
    },
    commit: (input) => commit(store, input),
    applied: async ({ id }) => (await store.get(KEPT.applied + id)) !== undefined,
    rollback: ({ id }) => done(rollback(store, id)),
    setSecret: ({ plugin, name, ...secret }) => done(setSecret(store, plugin, name, secret)),
    deleteSecret: ({ plugin, name }) => done(deleteSecret(store, plugin, name)),
    secretNames: ({ plugin }) => secretNames(store, plugin),
    checkRestored,
    async allowedEarlier({ plugin }) {
      const { permissions } = Object(await store.get(KEPT.earlier + plugin)) as { readonly permissions?: object };
      return Object.entries(permissions ?? {}).flatMap(([id, { length }]) => (length > 0 ? [id] : []));
    },
    async storage({ plugin }) {
      const { keys, bytes } = asSize(await store.get(storeKey(plugin)));
      return { keys, bytes };
    },
    wipe: ({ plugin }) =>
      done(store.transact([], () => ({ remove: [storeKey(plugin)], removeAll: [dataKey(plugin, '')] }))),
    sendForHost: (request, signal) => sendForHost(request, { store, limits, send }, signal),
    async model() {
      const { profile, key } = await readModel(store);
      return { profile, hasKey: key !== undefined };
    },
    setModelProfile: (input) => done(setModelProfile(store, input)),
    setModelKey: (input) => done(setModelKey(store, input)),
    askModel: (request, signal) => askModel(request, { store, limits, begin }, signal),
    note({ notes }) {
      for (const note of notes) audit.note(note);
      return null;
    },
    audit: (query) => audit.query(query),
    exportAudit: () => audit.export(),
  };
}
