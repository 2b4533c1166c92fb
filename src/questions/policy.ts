import type { Cap } from '../../worker/protocol/capabilities/index.js';
import { CAPS } from '../../worker/protocol/capabilities/names.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Scope, ScopeKind } from '../../worker/protocol/grants.js';
import type { Services } from '../contracts/index.js';

/** What a page never lets its user grant. */
export interface GrantPolicy {
  /** Not granted, and not asked about. */
  readonly forbid?: readonly Cap[];
  /** The farthest a yes may go. Default: `always`. */
  readonly maxScope?: ScopeKind;
  /** Whether questions may be skipped for a while. Default: yes. */
  readonly allowSkip?: boolean;
}

/** How far a yes may go, the nearest first. */
export const REACH: readonly ScopeKind[] = ['call', 'chat', 'character', 'always'];

/** Where the user is now. */
export interface Whereabouts {
  readonly chat?: string | undefined;
  readonly character?: string | undefined;
}

/** What the page allows and what it has: decides what is not even asked. */
export class Policy {
  readonly #policy: GrantPolicy;
  readonly #services: Services;
  /** The page shows something of itself to tools. */
  readonly snapshot: boolean;
  /** Host of the page, with its port. */
  readonly page: string;

  /** @throws `BAD_ARGS` naming what is no rule. */
  constructor(policy: GrantPolicy, services: Services, snapshot: boolean, page: string) {
    const { forbid, allowSkip } = policy;
    if (forbid !== undefined && !(Array.isArray(forbid) && forbid.every((cap) => CAPS.includes(cap)))) {
      throw new BulkheadError('BAD_ARGS', `policy.forbid: a list of ${CAPS.join(', ')}`);
    }
    if (allowSkip !== undefined && typeof allowSkip !== 'boolean') {
      throw new BulkheadError('BAD_ARGS', 'policy.allowSkip: true or false');
    }
    if (policy.maxScope !== undefined && !REACH.includes(policy.maxScope)) {
      throw new BulkheadError('BAD_ARGS', `policy.maxScope: ${REACH.join(', ')}`);
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

  /** Id of the chat whose memory is at hand. */
  memory(): string | undefined {
    const now = this.#services.memory?.current();
    return (typeof now === 'object' ? now?.id : now) || undefined;
  }

  /** The page never lets its user grant it. */
  forbids(cap: Cap): boolean {
    return this.#policy.forbid?.includes(cap) === true;
  }

  /** The page has a service of that name. */
  offers(group: string): boolean {
    return (this.#services as { readonly [name: string]: unknown })[group] !== undefined;
  }

  /** The page tells which chat is open. */
  get namesChats(): boolean {
    return this.offers('chat') || this.offers('memory');
  }

  /** How far a yes that is kept may go here and now, the nearest first. */
  kept(most: ScopeKind = 'always'): readonly Scope[] {
    return this.scopes(most).filter(({ kind }) => kind !== 'call');
  }

  /** How far a yes may go here and now, the nearest first. */
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

  /** True when one of these scopes covers where the user is now. */
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
