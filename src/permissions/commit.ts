import type { ChatOperation, Effect, Effects } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { capabilityFacts, capOfEffect } from '../../worker/protocol/permission-facts.js';
import type { Services } from '../contracts/index.js';
import { notify } from '../primitives/index.js';
import type { Policy } from '../questions/index.js';
import { checkChatReads } from '../simulation/index.js';
import type { Broker } from '../workers/index.js';
import type { AuditLog } from './audit.js';
import type { OpenDoor } from './memory-ports.js';
import { mayRun, type PluginEntry, toInfo } from './plugin-entry.js';
import { rightsOf } from './rights.js';

const MiB = 1024 * 1024;

export interface CommitParts {
  readonly broker: Broker;
  readonly services: Services;
  readonly policy: Policy;
  readonly audit: AuditLog;
  readonly memory: OpenDoor;
  /** The user has been asked about exactly these effects: what would have to be asked about is granted then. */
  readonly asked?: boolean;
  readonly find: (plugin: string) => Promise<PluginEntry>;
}

/**
 * Does what a simulated run would have done: all of it, once, or nothing.
 * @throws `BAD_ARGS` for what is no such thing or could not be simulated whole, `EFFECTS_STALE` when what the run read has
 * changed since, `CAPABILITY_DENIED` when a plugin may not do that any more, `CAPABILITY_LIMIT` over a quota.
 */
export async function commitEffects(effects: Effects, parts: CommitParts): Promise<{ readonly applied: boolean }> {
  const { broker, services, audit } = parts;
  checkShape(effects);
  const { id } = effects;
  if (await broker.call('applied', { id })) return { applied: false };
  const quotas = await checkRights(effects, parts);
  const changes = chatChanges(effects);
  const memory = memoryPart(effects);
  const sameChat = async () => {
    const isSame =
      (memory.chat === undefined || parts.policy.memory() === memory.chat) &&
      (changes.chat === undefined || services.chat?.current()?.chat === changes.chat);
    if (!isSame) throw new BulkheadError('EFFECTS_STALE', 'another chat is open: simulate again');
    await checkChatReads(services.chat, effects.reads);
  };
  await sameChat();
  const items = effects.items.filter(({ kind }) => kind === 'storage');
  const reads = effects.reads.filter(({ kind }) => kind !== 'chat' && kind !== 'memory');
  const done = await broker.call('commit', { id, items, reads, quotas });
  if (!done.applied) return done;
  try {
    // Again, because it may have changed while the store was written.
    await sameChat();
    await memory.apply(services, parts.memory);
    if (changes.list.length > 0) await services.chat?.apply(changes.list);
  } catch (error) {
    await memory.rollback(parts.memory);
    await broker.call('rollback', { id });
    throw error;
  }
  for (const effect of effects.items) {
    const { plugin } = effect;
    if (effect.kind === 'notify') notify(services.notify, effect.text, toInfo(await parts.find(plugin)));
    audit.note({ type: 'use', plugin, what: `commit: ${describe(effect)}`, outcome: 'ok' });
  }
  return done;
}

const PLAIN = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** @throws `BAD_ARGS` for what no simulation has answered, or could not answer whole. */
export function checkShape(effects: Effects): void {
  const { id, items, reads } = PLAIN(effects) ? effects : ({} as Partial<Effects>);
  const listed = Array.isArray(items) && Array.isArray(reads) && [...items, ...reads].every(PLAIN);
  if (typeof id !== 'string' || id === '' || !listed) {
    throw new BulkheadError(
      'BAD_ARGS',
      'commit takes the effects of a simulation: `(await tools.simulate(name, args)).effects`',
    );
  }
  if (effects.unvalidated || items.some(({ kind }: Effect) => capOfEffect(kind) === undefined)) {
    throw new BulkheadError('BAD_ARGS', 'not all of it could be simulated: execute the tool instead');
  }
}

/** The changes of the chat, and the one chat that they are of. */
function chatChanges({ items }: Effects): {
  readonly chat: string | undefined;
  readonly list: readonly ChatOperation[];
} {
  const effects = items.filter((effect) => effect.kind === 'chat');
  const [first] = effects;
  const list = effects.map(({ change }) => change);
  if (effects.some(({ chat }) => chat !== first?.chat) || !list.every(PLAIN)) {
    throw new BulkheadError('BAD_ARGS', 'commit takes the effects of a simulation');
  }
  return { chat: first?.chat, list };
}

/** The part of effects that is about one chat's memory. @throws `BAD_ARGS` for what no simulation answers. */
function memoryPart(effects: Effects) {
  const items = effects.items.filter((effect) => effect.kind === 'memory');
  const reads = effects.reads.filter((mark) => mark.kind === 'memory');
  const all = [...items, ...reads];
  const chat = all[0]?.chat;
  if (!all.every((one) => typeof one.chat === 'string' && one.chat === chat)) {
    throw new BulkheadError('BAD_ARGS', 'commit takes the effects of a simulation of one chat');
  }
  let done = false;
  return {
    chat,
    /** Makes it real, as one change. @throws `EFFECTS_STALE`. */
    async apply(services: Services, open: OpenDoor): Promise<void> {
      const current = services.memory?.current();
      if (chat === undefined || !current) return;
      await (await open()).commit(current, effects.id, items, reads);
      done = items.length > 0;
    },
    /** Takes it back, where nothing has come after it. */
    async rollback(open: OpenDoor): Promise<void> {
      if (done && chat !== undefined) await (await open()).undo(chat);
    },
  };
}

/** The present rights and quota of each plugin concerned. */
async function checkRights(
  { items }: Effects,
  { find, policy, asked }: CommitParts,
): Promise<{ [plugin: string]: number }> {
  const quotas: { [plugin: string]: number } = {};
  for (const { kind, plugin } of items) {
    const entry = await find(plugin);
    const right = rightsOf(entry.record, entry.grant, policy).find(
      ({ permission, state }) =>
        permission.cap === capOfEffect(kind) &&
        (state === 'granted' || (state === 'askable' && (asked === true || capabilityFacts(permission.cap).asksEach))),
    );
    if (!right || !mayRun(entry)) {
      throw new BulkheadError('CAPABILITY_DENIED', `not granted: ${plugin}: ${capOfEffect(kind)}`, { plugin });
    }
    if (right.permission.cap === 'store') quotas[plugin] = Math.floor(right.permission.quotaMiB * MiB);
  }
  return quotas;
}

function describe(effect: Effect): string {
  if (effect.kind === 'storage') return `${effect.after === undefined ? 'delete' : 'set'} ${effect.key.slice(0, 100)}`;
  if (effect.kind === 'memory') {
    const { change } = effect;
    return change.what === 'node' ? `memory ${change.id.slice(0, 64)}` : `memory link ${change.relation.slice(0, 64)}`;
  }
  return effect.kind === 'chat' ? `chat.${effect.change.op}` : effect.kind;
}
