/** What is remembered of a server: never a key. Tools are named by their fingerprints, so a tool that changes is none of them. */
export interface KeptServer {
  readonly url: string;
  /** Tools that its user calls reading ones. */
  readonly reads: readonly string[];
  /** Tools whose calls are not asked about any more. */
  readonly always: readonly string[];
}

const KEY = 'bulkhead.mcp';
const NONE: KeptServer = { url: '', reads: [], always: [] };
/** Fingerprints of one list that are kept; the oldest go first. */
const MOST = 500;
let memory: KeptServer = NONE;

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The server of the last visit; of this page where storage is forbidden. */
export function keptServer(): KeptServer {
  try {
    const { url, reads, always } = Object(JSON.parse(localStorage.getItem(KEY) ?? 'null')) as Partial<KeptServer>;
    return { url: typeof url === 'string' ? url : '', reads: texts(reads), always: texts(always) };
  } catch {
    return memory;
  }
}

/** Remembers a server; another address begins with nothing. */
export function keepServer(url: string): void {
  const before = keptServer();
  if (before.url !== url) keep({ ...NONE, url });
}

/** Puts a tool into one of the lists, or takes it out. */
export function keepTool(list: 'reads' | 'always', fingerprint: string, on: boolean): void {
  const before = keptServer();
  const others = before[list].filter((one) => one !== fingerprint);
  keep({ ...before, [list]: on ? [...others, fingerprint].slice(-MOST) : others });
}

/** Forgets the server and all that was said of its tools. */
export function forgetServer(): void {
  memory = NONE;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

function keep(server: KeptServer): void {
  memory = server;
  try {
    localStorage.setItem(KEY, JSON.stringify(server));
  } catch {
    // It then lasts as long as the page.
  }
}
