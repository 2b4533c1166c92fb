import type { Cap } from '../../worker/protocol/capabilities/index.js';
import { CAPS } from '../../worker/protocol/capabilities/names.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Scope, ScopeKind } from '../../worker/protocol/grants.js';
import type { Services } from '../contracts/index.js';

/** Restrictions on what the user of a page can grant. */
export interface GrantPolicy {
  /** Capabilities that are never granted and not asked about. */
  readonly forbid?: readonly Cap[];
  /** The widest scope that a yes may have. Default: `always`. */
  readonly maxScope?: ScopeKind;
  /** Whether questions may be skipped for a while. Default: `true`. */
  readonly allowSkip?: boolean;
}

/** The scopes of a yes, the narrowest first. */
export const REACH: readonly ScopeKind[] = ['call', 'chat', 'character', 'always'];

/** The open chat and character. */
export interface Whereabouts {
  readonly chat?: string | undefined;
  readonly character?: string | undefined;
}

/** The page's policy and services. It decides what is not even asked about. */
export class Policy {
  readonly #policy: GrantPolicy;
  readonly #services: Services;
  /** `true` if the page shows a context to tools. */
  readonly snapshot: boolean;
  /** Host of the page, with its port. */
  readonly page: string;

  /** @throws `BAD_ARGS` naming the rule that is wrong. */
  constructor(policy: GrantPolicy, services: Services, snapshot: boolean, page: string) {
    const { forbid, allowSkip } = policy;
    if (forbid !== undefined) {
      const wrong = Array.isArray(forbid) ? forbid.filter((cap) => !CAPS.includes(cap)) : [forbid];
      const rule = `policy.forbid: a list of ${CAPS.join(', ')}`;
      if (wrong.length > 0) throw new BulkheadError('BAD_ARGS', `${rule}; got ${wrong.join(', ')}`);
    }
    if (allowSkip !== undefined && typeof allowSkip !== 'boolean') {
      throw new BulkheadError('BAD_ARGS', `policy.allowSkip: true or false; got ${allowSkip}`);
    }
    if (policy.maxScope !== undefined && !REACH.includes(policy.maxScope)) {
      throw new BulkheadError('BAD_ARGS', `policy.maxScope: one of ${REACH.join(', ')}; got ${policy.maxScope}`);
    }
    this.#policy = policy;
    this.#services = services;
    this.snapshot = snapshot;
    this.page = page;
  }

  get allowSkip(): boolean {
    return this.#policy.allowSkip ?? true;
  }

  where(): Whereabouts {
    const { chat } = this.#services;
    return chat ? (chat.current() ?? {}) : { chat: this.memory() };
  }

  /** Returns the id of the chat whose memory is available. */
  memory(): string | undefined {
    const now = this.#services.memory?.current();
    return (typeof now === 'object' ? now?.id : now) || undefined;
  }

  /** Returns `true` if the policy forbids a capability. */
  forbids(cap: Cap): boolean {
    return this.#policy.forbid?.includes(cap) === true;
  }

  /** Returns `true` if the page has the service of a capability group. */
  offers(group: string): boolean {
    return (this.#services as { readonly [name: string]: unknown })[group] !== undefined;
  }

  /** Returns `true` if the page reports which chat is open. */
  get namesChats(): boolean {
    return this.offers('chat') || this.offers('memory');
  }

  /** Returns the scopes that a kept yes may have now, the narrowest first. */
  kept(most: ScopeKind = 'always'): readonly Scope[] {
    return this.scopes(most).filter(({ kind }) => kind !== 'call');
  }

  /** Returns the scopes that a yes may have now, the narrowest first. */
  scopes(most: ScopeKind = 'always'): readonly Scope[] {
    const reach = Math.min(REACH.indexOf(most), REACH.indexOf(this.#policy.maxScope ?? 'always'));
    const { chat, character } = this.where();
    const all: (Scope | undefined)[] = [
      { kind: 'call' },
      chat === undefined ? undefined : { kind: 'chat', id: chat },
      character === undefined ? undefined : { kind: 'character', id: character },
      { kind: 'always' },
    ];
    return all.slice(0, reach + 1).filter((scope) => scope !== undefined);
  }

  /** Returns `true` if one of these scopes covers the open chat. */
  covers(scopes: readonly Scope[] | undefined): boolean {
    const here = this.where();
    const reach = REACH.indexOf(this.#policy.maxScope ?? 'always');
    return (scopes ?? []).some((scope) => {
      if (REACH.indexOf(scope.kind) > reach) return false;
      if (scope.kind === 'always') return true;
      return scope.kind !== 'call' && here[scope.kind] === scope.id;
    });
  }
}
