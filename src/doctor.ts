import type { Assets } from './assets.js';
import type { Places } from './places.js';
import { describeWalls } from './walls.js';

/** One thing a host page or its server should change. */
export interface Finding {
  readonly problem: string;
  /** A line to add: a CSP directive, a response header, or a sentence where neither helps. */
  readonly fix: string;
}

export interface Diagnosis {
  /** True when all five walls stand and nothing needs to change. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** Opens what a first call would open, watches what the page's CSP refuses, and says what to change. */
export async function diagnose(places: Places, assets: Assets): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const refused = new Map<string, string>();
  const note = (event: SecurityPolicyViolationEvent) => {
    refused.set(event.effectiveDirective, event.blockedURI);
  };
  document.addEventListener('securitypolicyviolation', note);
  try {
    await places.open();
  } catch (error) {
    findings.push({ problem: (error as Error).message, fix: 'see the findings below, then reload' });
  } finally {
    document.removeEventListener('securitypolicyviolation', note);
  }
  const origin = (url: string | null) =>
    url && new URL(url).origin !== location.origin ? new URL(url).origin : "'self'";
  const lines: { readonly [directive: string]: string } = {
    'frame-src': `frame-src ${origin(assets.frame)}`,
    'worker-src': `worker-src ${origin(assets.worker)}`,
    'connect-src': `connect-src ${origin(assets.wasm)}`,
    'require-trusted-types-for': 'trusted-types bulkhead',
    'trusted-types': 'trusted-types bulkhead',
  };
  for (const [directive, blocked] of refused) {
    const fix = lines[directive];
    if (fix)
      findings.push({
        problem: `the page's CSP refused ${blocked} (${directive})`,
        fix: `Content-Security-Policy: ${fix}`,
      });
  }
  const wall5 = describeWalls(places).find(({ wall }) => wall === 5);
  if (wall5?.stands !== true && !refused.has('frame-src')) {
    const fix = `serve ${assets.frame} without a Content-Security-Policy and without X-Frame-Options: DENY`;
    findings.push({ problem: `wall 5 does not stand: ${wall5?.why ?? 'unknown'}`, fix });
    if (globalThis.crossOriginIsolated) {
      findings.push({
        problem: 'this page is cross-origin isolated, so its frames must say so too',
        fix: `Cross-Origin-Embedder-Policy: require-corp, on ${assets.frame}`,
      });
    }
  }
  return { ok: findings.length === 0, findings };
}
