import type { BulkheadError } from '../../worker/protocol/errors.js';
import { type Asset, addressOf } from '../assets/index.js';
import { describeWalls, type HostAssets, type Realms } from '../isolation/index.js';
import { sleep } from '../primitives/index.js';
import type { Broker } from '../workers/index.js';
import type { Refusals } from './refusals.js';

/** One thing a host page or its server should change. */
export interface Finding {
  readonly problem: string;
  /** A line to add: a CSP directive, a response header, or a sentence where neither helps. */
  readonly fix: string;
}

/** Changes that a page should make; empty if there are none. */
export interface Diagnosis {
  /** True when all five walls stand and nothing needs to change. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

export interface Patient {
  readonly realms: Realms;
  readonly assets: HostAssets;
  readonly broker: Broker;
  readonly refused: Refusals;
}

/** Opens what a first call would open, the store too, and says what to change where it does not. */
export async function diagnose({ realms, assets, broker, refused }: Patient): Promise<Diagnosis> {
  const findings = new Map<string, Finding>();
  const add = (problem: string, fix: string) => void (findings.has(fix) || findings.set(fix, { problem, fix }));
  const outcomes = await Promise.allSettled([realms.open(), broker.call('list', {})]);
  // The browser reports a refusal in a later task than the failure.
  await sleep();
  const lines = cspLines(assets);
  for (const [directive, blocked] of refused) {
    const line = lines[directive];
    if (line) add(`the page's CSP refused ${blocked} (${directive})`, `Content-Security-Policy: ${line}`);
  }
  const explained = findings.size > 0;
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    const { code, message } = outcome.reason as BulkheadError;
    add(
      `${code}: ${message}`,
      explained ? 'change what the other findings name' : `see ${code} in the table of errors`,
    );
  }
  const wall5 = describeWalls(realms).find(({ wall }) => wall === 5);
  if (outcomes[0]?.status === 'fulfilled' && wall5?.stands === false && !explained) {
    const why = `wall 5 does not stand: ${wall5.why ?? 'unknown'}`;
    add(
      why,
      `serve ${addressOf(assets.frame) ?? 'frame.html'} without a Content-Security-Policy and without X-Frame-Options: DENY`,
    );
    if (globalThis.crossOriginIsolated) {
      add(
        'the page is cross-origin isolated',
        `Cross-Origin-Embedder-Policy: require-corp, on ${addressOf(assets.frame) ?? 'frame.html'}`,
      );
    }
  }
  return { ok: findings.size === 0, findings: [...findings.values()] };
}

function cspLines(assets: HostAssets): { readonly [directive: string]: string } {
  const origin = (asset: Asset) => {
    const { origin: found } = new URL(addressOf(asset) ?? location.href);
    return found === globalThis.location?.origin ? "'self'" : found;
  };
  return {
    'frame-src': `frame-src ${origin(assets.frame)}`,
    'worker-src': `worker-src ${origin(assets.worker)}`,
    'connect-src': `connect-src ${origin(assets.wasm)}`,
    'require-trusted-types-for': 'trusted-types bulkhead',
    'trusted-types': 'trusted-types bulkhead',
  };
}
