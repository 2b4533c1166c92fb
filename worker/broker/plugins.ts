import { sha256Hex } from '../adapters/hash.js';
import type { AuditNote } from '../protocol/audit.js';
import type { BrokerContract, PluginRecord } from '../protocol/broker.js';
import { checkToolTexts } from '../protocol/display-fields.js';
import { BulkheadError } from '../protocol/errors.js';
import { type Grant, grantSchema } from '../protocol/grants.js';
import { readManifest } from '../protocol/manifest.js';
import type { Changes, KeyValueStore } from '../protocol/storage.js';
import type { ToolDeclaration } from '../protocol/tool.js';
import type { Service } from '../rpc/serve.js';
import { hashTools } from './hashes.js';
import { dataKey, KEPT, secretKey, storeKey } from './keys.js';
import { checkManifest, checkSource, type KeptSource, type Older, readOlder, readRecord } from './plugin-record.js';
import { keepPrevious, previousVersion, putBack, readPrevious, versionNow } from './plugin-versions.js';

/** The part of the contract that is about plugins. */
export type PluginMethods = Pick<
  Service<BrokerContract>,
  | 'list'
  | 'source'
  | 'hashTools'
  | 'put'
  | 'stepBack'
  | 'previous'
  | 'setEnabled'
  | 'setGrant'
  | 'remove'
  | 'setSafeMode'
>;

const readGrant = (value: unknown): Grant | undefined => {
  const parsed = grantSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
};

const notKept = (id: string) => new BulkheadError('PLUGIN_NOT_FOUND', `${id} is not kept here`);

/** @throws `MANIFEST_INVALID`, `SPEC_INVALID` for a new one with texts that may not stand beside ours. */
function checkTexts({ manifest, tools }: PluginRecord): void {
  if (manifest !== null) readManifest(manifest);
  checkToolTexts(tools);
}

/** @throws `PLUGIN_CHANGED` for a yes that was said of another plugin: another tab has replaced it a moment ago. */
function checkGranted({ id, filesHash, toolsHash }: PluginRecord, grant: Grant | undefined): void {
  if (!grant || (grant.filesHash === filesHash && grant.toolsHash === toolsHash)) return;
  throw new BulkheadError('PLUGIN_CHANGED', `${id} is not what was shown: review it again`, { plugin: id });
}

/** @throws `NAME_TAKEN` when a plugin that is on, perhaps since a moment ago in another tab, has one of these names. */
function checkNames(pairs: Map<string, unknown>, record: PluginRecord): void {
  for (const other of [...pairs.values()].map(readRecord)) {
    if (!other?.enabled || other.id === record.id) continue;
    const name = other.tools.find((theirs) => record.tools.some((ours) => ours.name === theirs.name))?.name;
    if (name === undefined) continue;
    const details = { tool: name, owner: other.id };
    throw new BulkheadError(
      'NAME_TAKEN',
      `the tool name ${name} belongs to ${other.id}; remove that plugin, or rename the tool`,
      details,
    );
  }
}

/**
 * Keeps plugins: a small record each, read at every start; its source beside it, read when it is needed; and what the
 * user granted it. They are written in one transaction, and names are checked in it, so no tab ever sees one without the
 * other, or one name twice.
 */
export function pluginMethods(
  store: KeyValueStore,
  changed: (id: string) => void,
  note: (note: AuditNote) => void,
): PluginMethods {
  const change = async (id: string, decide: (pairs: Map<string, unknown>) => Changes): Promise<null> => {
    await store.change(KEPT.record, decide);
    changed(id);
    return null;
  };
  const grantPair = (grant: Grant | null | undefined, id: string): (readonly [string, Grant])[] => {
    if (!grant) return [];
    if (grant.package !== id) throw new BulkheadError('BAD_ARGS', `a grant of ${grant.package} is none of ${id}`);
    return [[KEPT.grant + id, grant]];
  };
  /** Takes the keys that are no longer accepted out of kept manifests, and notes which. */
  const dropCutKeys = async (): Promise<void> => {
    let dropped: Older[] = [];
    await store.change(KEPT.record, (pairs) => {
      dropped = [...pairs.values()]
        .map(readOlder)
        .filter((one) => one !== undefined)
        .filter(({ cut }) => cut.length > 0);
      return { set: dropped.map(({ record }) => [KEPT.record + record.id, record] as const) };
    });
    for (const { record, cut } of dropped) {
      const what = `manifest without the keys ${cut.join(', ')}, which this version does not accept`;
      note({ type: 'install', plugin: record.id, what, outcome: 'ok' });
    }
  };
  return {
    async list() {
      const [records, grants, safeMode] = await Promise.all([
        store.list(KEPT.record),
        store.list(KEPT.grant),
        store.get(KEPT.safeMode),
      ]);
      const older = [...records.values()].map(readOlder).filter((one) => one !== undefined);
      // A store that cannot be written is read all the same.
      if (older.some(({ cut }) => cut.length > 0)) await dropCutKeys().catch(() => {});
      const readable = older.map(({ record }) => record);
      readable.sort((a, b) => a.installedAt - b.installedAt || (a.id < b.id ? -1 : 1));
      return {
        records: readable,
        grants: [...grants.values()].map(readGrant).filter((grant) => grant !== undefined),
        safeMode: safeMode === true,
      };
    },
    async source({ id }) {
      const kept = await store.get(KEPT.source + id);
      if (kept === undefined) throw notKept(id);
      return checkSource(id, kept).text;
    },
    hashTools: ({ tools }) => hashTools(tools as ToolDeclaration[]),
    async put({ record, source, grant }) {
      checkTexts(record as PluginRecord);
      const kept = { ...record, ...hashTools(record.tools as ToolDeclaration[]) } as PluginRecord;
      const text: KeptSource = { text: source, hash: sha256Hex(source) };
      const now = await versionNow(store, record.id);
      return change(record.id, (pairs) => {
        if (record.enabled) checkNames(pairs, kept);
        const [at, previous = []] = [
          KEPT.record + record.id,
          keepPrevious(now, pairs.get(KEPT.record + record.id), kept),
        ];
        return { set: [[at, kept], [KEPT.source + record.id, text], ...previous, ...grantPair(grant, record.id)] };
      });
    },
    async stepBack({ id }) {
      const [previous, grant] = await Promise.all([readPrevious(store, id), store.get(KEPT.grant + id)]);
      return change(id, (pairs) => {
        const record = putBack(previous, pairs.get(KEPT.record + id), readGrant(grant));
        if (record.enabled) checkNames(pairs, record);
        return {
          set: [
            [KEPT.record + id, record],
            [KEPT.source + id, previous.source],
          ],
          remove: [KEPT.previous + id, KEPT.previousSource + id],
        };
      });
    },
    previous: ({ plugin }) => previousVersion(store, plugin),
    setEnabled: ({ id, enabled, grant }) =>
      change(id, (pairs) => {
        const record = readRecord(pairs.get(KEPT.record + id));
        if (!record) throw notKept(id);
        if (enabled) {
          checkGranted(record, grant);
          checkManifest(record);
          checkNames(pairs, record);
        }
        return { set: [[KEPT.record + id, { ...record, enabled }], ...grantPair(grant, id)] };
      }),
    async setGrant({ grant, expected }) {
      const { package: id } = grant;
      await store.transact([KEPT.record + id, KEPT.grant + id], (pairs) => {
        if (!pairs.has(KEPT.record + id)) throw notKept(id);
        if (readGrant(pairs.get(KEPT.grant + id))?.grantedAt !== expected) {
          throw new BulkheadError('EFFECTS_STALE', `what is granted to ${id} has changed in another tab`);
        }
        return { set: grantPair(grant, id) };
      });
      changed(id);
      return null;
    },
    remove: ({ id, wipe }) =>
      change(id, () => ({
        remove: [
          KEPT.record + id,
          KEPT.source + id,
          KEPT.grant + id,
          KEPT.earlier + id,
          KEPT.previous + id,
          KEPT.previousSource + id,
          ...(wipe ? [storeKey(id)] : []),
        ],
        removeAll: wipe ? [dataKey(id, ''), secretKey(id, '')] : [],
      })),
    async setSafeMode({ on }) {
      await store.transact([], () => ({ set: [[KEPT.safeMode, on]] }));
      changed('');
      return null;
    },
  };
}
