/** What a page's policy says of something that Bulkhead does. */
export interface PolicyFinding {
  /** The directive that decides, such as `worker-src`. */
  readonly directive: string;
  readonly allowed: boolean;
  readonly what: string;
  /** The line to send, where it is not allowed. */
  readonly fix?: string;
  /** True where it works all the same, with one wall less or in other words. */
  readonly minor?: true;
}

type Policy = ReadonlyMap<string, readonly string[]>;

/** Reads the policies of a header; there may be several, with commas between them, and all of them hold. */
export function readPolicies(header: string | null): readonly Policy[] {
  const texts = (header ?? '').split(',').filter((text) => text.trim() !== '');
  return texts.map((text) => {
    const policy = new Map<string, readonly string[]>();
    for (const part of text.split(';')) {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      const key = name.toLowerCase();
      // The first of a name counts.
      if (key !== '' && !policy.has(key)) policy.set(key, sources);
    }
    return policy;
  });
}

/** True where one source of a directive matches an address. */
function matches(source: string, target: URL, page: URL): boolean {
  const text = source.toLowerCase();
  if (text === '*') return /^https?:$/.test(target.protocol);
  if (text === "'self'") return target.origin === page.origin;
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return target.protocol === text;
  const [, scheme, host = '', port, path = ''] =
    text.match(/^(?:([a-z][\w+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/) ?? [];
  if (scheme !== undefined && `${scheme}:` !== target.protocol) return false;
  const isHost = host.startsWith('*.') ? target.hostname.endsWith(host.slice(1)) : host === target.hostname;
  const standard = target.protocol === 'https:' ? '443' : '80';
  const isPort = port === '*' || (target.port || standard) === (port ?? standard);
  const isPath = path === '' || (path.endsWith('/') ? target.pathname.startsWith(path) : target.pathname === path);
  return isHost && isPort && isPath;
}

/** The sources of the first directive that a policy has; `undefined` where it has none: all is allowed. */
const sourcesOf = (policy: Policy, names: readonly string[]): readonly string[] | undefined =>
  policy.get(names.find((name) => policy.has(name)) ?? '');

/** Which directives decide over what, the first that is there. */
const CHAINS = {
  'worker-src': ['worker-src', 'child-src', 'script-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
} as const;

const WHAT = {
  'worker-src': 'workers from',
  'frame-src': 'the frame from',
  'connect-src': 'reading the files of',
} as const;

/** Says what the policies of a page allow of what Bulkhead does. `folder`: where its files are served. */
export function findingsOf(policies: readonly Policy[], folder: URL, page: URL): readonly PolicyFinding[] {
  const source = folder.origin === page.origin ? "'self'" : folder.origin;
  const findings: PolicyFinding[] = Object.entries(CHAINS).map(([name, chain]) => {
    const directive = name as keyof typeof CHAINS;
    const allowed = policies.every((policy) => {
      const sources = sourcesOf(policy, chain);
      return sources === undefined || sources.some((one) => matches(one, folder, page));
    });
    const what = `${WHAT[directive]} ${folder.href}`;
    return { directive, allowed, what, ...(allowed ? {} : { fix: `${directive} ${source}` }) };
  });
  const frame = findings.some(({ directive, allowed }) => directive === 'frame-src' && allowed);
  return [...findings, wasm(policies, frame), ...trustedTypes(policies)];
}

/** The frame brings its own policy: the page's counts where there is no frame. */
function wasm(policies: readonly Policy[], frame: boolean): PolicyFinding {
  const allowed = policies.every((policy) => {
    const sources = sourcesOf(policy, ['script-src', 'default-src']);
    return sources === undefined || sources.some((one) => /^'(wasm-)?unsafe-eval'$/i.test(one));
  });
  const what = `WebAssembly in workers of the page${frame ? ', which are used where the frame cannot be' : ''}`;
  const fix = allowed
    ? {}
    : { fix: "script-src 'self' 'wasm-unsafe-eval'", ...(frame ? { minor: true as const } : {}) };
  return { directive: 'script-src', allowed, what, ...fix };
}

/** Only where the page asks for Trusted Types. */
function trustedTypes(policies: readonly Policy[]): readonly PolicyFinding[] {
  const lists = policies.flatMap((policy) => policy.get('trusted-types') ?? []);
  if (!policies.some((policy) => policy.has('trusted-types'))) return [];
  const allowed = lists.includes('bulkhead') || lists.includes('*');
  const fix = allowed ? {} : { fix: 'trusted-types bulkhead' };
  return [{ directive: 'trusted-types', allowed, what: 'the policy named bulkhead', ...fix }];
}
