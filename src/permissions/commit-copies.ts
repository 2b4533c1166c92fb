import type { Effects } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Services } from '../contracts/index.js';
import type { Policy } from '../questions/index.js';
import type { Broker } from '../workers/index.js';
import type { AuditLog } from './audit.js';
import { checkShape } from './commit.js';
import type { Consent } from './consent.js';
import { Copy, wordsOf } from './handlers/clipboard.js';
import { mayRun, type PluginEntry } from './plugin-entry.js';
import { rightsOf } from './rights.js';

interface CopyParts {
  readonly broker: Broker;
  readonly services: Services;
  readonly policy: Policy;
  readonly audit: AuditLog;
  readonly consent: Pick<Consent, 'forUse'>;
  readonly find: (plugin: string) => Promise<PluginEntry>;
}

/**
 * Asks about each text that a simulated run would have copied, and copies it in the click that says yes. It comes before
 * everything else of a commit, so that a no leaves nothing done. A text that was copied stays when the rest fails.
 * @throws `BAD_ARGS` for what is no simulation's, `CAPABILITY_DENIED` after a no, when a plugin may not do that any more, or where there is no clipboard.
 */
export async function commitCopies(effects: Effects, parts: CopyParts): Promise<void> {
  const { broker, services, policy, audit, consent, find } = parts;
  checkShape(effects);
  const copies = effects.items.flatMap((item) => (item.kind === 'clipboard' ? [new Copy(services, item)] : []));
  if (copies.length === 0 || (await broker.call('applied', { id: effects.id }))) return;
  for (const copy of copies) {
    const { plugin, tool } = copy.effect;
    const entry = await find(plugin);
    const right = rightsOf(entry.record, entry.grant, policy, tool).find(
      ({ permission, state }) => permission.cap === 'clipboard.write' && state === 'askable',
    );
    const what = wordsOf(copy.effect);
    const note = (outcome: string) => audit.note({ type: 'ask', plugin, tool, what, outcome });
    if (!right || !mayRun(entry) || !(await consent.forUse({ entry, tool, note }, right, what, copy))) {
      throw new BulkheadError('CAPABILITY_DENIED', `not granted: ${plugin}: clipboard.write was not confirmed`, {
        plugin,
      });
    }
    await copy.done();
  }
}
