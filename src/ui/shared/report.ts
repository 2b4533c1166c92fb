import type { AuditEntry, Host, HostStatus } from '../../index.js';
import { ERRORS } from '../i18n/texts/errors.js';

/** The version of the package; a test compares it with `package.json`. */
export const VERSION = '0.1.0';

/** Entries of the log that a report counts. */
const ENTRIES = 1_000;

/** What a report is made of. It holds no name, address, message or other text of a user, a page or a plugin. */
export interface ReportParts {
  readonly status: HostStatus;
  readonly entries: readonly Pick<AuditEntry, 'type' | 'outcome'>[];
  /** The code with which the log could not be read. */
  readonly unread?: string | undefined;
  readonly browser: string;
}

/** A report about a host, for an issue: plain text in English. */
export async function hostReport(host: Host): Promise<string> {
  let entries: ReportParts['entries'] = [];
  let unread: string | undefined;
  try {
    entries = await host.audit.query({ limit: ENTRIES });
  } catch (error) {
    unread = String(Object(error).code);
  }
  return reportText({ status: host.status(), entries, unread, browser: navigator.userAgent });
}

/** Only what is known here is copied: a code, a number, yes or no. Whatever else stands in the parts stays out. */
export function reportText({ status, entries, unread, browser }: ReportParts): string {
  const { walls, workers, peers, calls, safeMode, starts } = status;
  return [
    `Bulkhead ${VERSION}`,
    `Browser: ${browser}`,
    `Secure context: ${yes(globalThis.isSecureContext)}, cross-origin isolated: ${yes(globalThis.crossOriginIsolated)}`,
    ...walls.map(
      ({ wall, stands, why }) => `Wall ${wall}: ${stands === null ? 'not opened yet' : yes(stands)}${means(why)}`,
    ),
    `Workers: ${workers.live} live, ${workers.spare} spare, ${workers.terminating} ending`,
    `Connections: ${peers}, open calls: ${calls}, safe mode: ${yes(safeMode)}`,
    `Start from images: ${starts.images === null ? 'not known yet' : yes(starts.images)}`,
    unread === undefined ? failuresOf(entries) : `Log: ${known(unread) ? unread : 'cannot be read'}`,
  ].join('\n');
}

const yes = (value: unknown): string => (value ? 'yes' : 'no');

const known = (code: string): boolean => Object.hasOwn(ERRORS, code);

/** A wall's reason may quote an address, so the report only names the kind of frame. */
const means = (why: string | undefined): string => {
  const kind = ['served', 'srcdoc'].find((one) => why === `by a ${one} frame`);
  return kind === undefined ? '' : ` (${kind} frame)`;
};

/** How often each code is in the log. An outcome that is no code of ours is somebody's own word. */
function failuresOf(entries: ReportParts['entries']): string {
  const counts = new Map<string, number>();
  for (const { type, outcome = '' } of entries) {
    if (known(outcome)) counts.set(`${type} ${outcome}`, (counts.get(`${type} ${outcome}`) ?? 0) + 1);
  }
  const lines = [...counts].sort(([, a], [, b]) => b - a).map(([what, count]) => `  ${what}: ${count}`);
  const head = `Failures in the last ${entries.length} entries of the log:`;
  return lines.length === 0 ? `${head} none` : [head, ...lines].join('\n');
}
