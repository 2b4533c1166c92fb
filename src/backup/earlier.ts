import type { Grant, Scope } from '../../worker/protocol/grants.js';
import type { Key } from './parts.js';
import type { EarlierGrant } from './types.js';

export const EARLIER = 'earlier:';
const RECORD = 'plugin:';
const GRANT = 'grant:';

/** Turns grants into what is shown after a restore, while the pairs of plugins are saved. */
export class EarlierGrants {
  readonly #enabled = new Map<string, boolean>();
  readonly #found = new Map<string, EarlierGrant>();
  readonly #granted = new Set<string>();

  /** Sees a pair. @returns what is saved in its place; nothing for a grant. */
  see(key: Key, value: unknown): unknown {
    if (typeof key !== 'string') return value;
    if (key.startsWith(RECORD)) {
      this.#enabled.set(key.slice(RECORD.length), Object(value).enabled === true);
      return switchedOff(value);
    }
    if (key.startsWith(GRANT)) {
      const { package: plugin, permissions, grantedAt } = value as Grant;
      this.#granted.add(plugin);
      this.#found.set(plugin, { plugin, enabled: true, permissions, grantedAt });
    } else if (key.startsWith(EARLIER)) {
      const earlier = readEarlier(value);
      if (earlier && !this.#granted.has(earlier.plugin)) this.#found.set(earlier.plugin, earlier);
    }
    return value;
  }

  /** One for each plugin, to be saved after all pairs. */
  all(): readonly EarlierGrant[] {
    return [...this.#enabled].map(([plugin, enabled]) => {
      const found = this.#found.get(plugin) ?? { plugin, permissions: {}, grantedAt: 0 };
      // A plugin that was restored here and never switched on keeps the state that it had on the earlier device.
      const wasOn =
        this.#granted.has(plugin) || !this.#found.has(plugin) ? enabled : this.#found.get(plugin)?.enabled === true;
      return { ...found, enabled: wasOn };
    });
  }
}

/** A record of a plugin that runs nothing until its user says so. */
export const switchedOff = (record: unknown): unknown => ({ ...Object(record), enabled: false });

/** Reads what was saved; `undefined` for something else. */
export function readEarlier(value: unknown): EarlierGrant | undefined {
  const { plugin, enabled, permissions, grantedAt } = Object(value) as { readonly [key: string]: unknown };
  if (typeof plugin !== 'string' || typeof enabled !== 'boolean' || typeof grantedAt !== 'number') return undefined;
  const read = Object.entries(Object(permissions)).map(([id, scopes]) => [id, scopesIn(scopes)] as const);
  return { plugin, enabled, grantedAt, permissions: Object.fromEntries(read) };
}

const scopesIn = (value: unknown): readonly Scope[] =>
  (Array.isArray(value) ? value : []).filter((scope): scope is Scope => typeof Object(scope).kind === 'string');
