/** What was seen of one program. */
export interface Evidence {
  value?: unknown;
  values: unknown[];
  error?: {
    readonly code?: string;
    readonly message: string;
    readonly details?: { readonly stoppedBy?: string; readonly [key: string]: unknown };
  };
  late: boolean;
  ms: number;
  memoryBytes?: number;
  neighbour?: string;
  stoppedBy: string;
  /** Rings 1 and 2 were enough: the worker did not have to be ended. */
  workerLives?: boolean;
  noopAtEnd?: number;
  readonly seen: { noop: number; atOnce: number; most: number };
}

const HOST_NAMES = 'Atomics WebAssembly Worker XMLHttpRequest indexedDB caches BroadcastChannel setTimeout'.split(' ');

/** What must hold after single programs, beyond the rules for all. */
export const CHECKS: { readonly [id: string]: (evidence: Evidence) => string[] } = {
  'escape-math-random-collision': ({ values }) =>
    JSON.stringify(values[0]) === JSON.stringify(values[1]) ? ['two sandboxes drew the same numbers'] : [],
  'escape-stack-paths': ({ value }) => (/\/\/|blob:|file:|\/[\w.-]+\//.test(String(value)) ? [`a path: ${value}`] : []),
  'escape-prepare-stack-this': ({ value }) => (value === 0 ? [] : [`${value} leaked`]),
  'escape-shared-memory': ({ value }) =>
    HOST_NAMES.filter((_, i) => (value as string[])[i + 1] !== 'undefined').map((name) => `${name} is visible`),
  'cap-flood': ({ seen }) => (seen.most > 64 ? [`${seen.most} requests at once`] : []),
  'cap-proto-name': ({ error }) =>
    (error?.details?.guest as { code?: string } | undefined)?.code === 'CAPABILITY_DENIED'
      ? []
      : ['not refused as CAPABILITY_DENIED'],
  'cap-after-abort': ({ seen, noopAtEnd }) => (seen.noop === noopAtEnd ? [] : ['a request after the end was honoured']),
  'proto-accessor-define': ({ value }) => {
    const problems: string[] = [];
    if ((Object.assign({}, value) as { admin?: unknown }).admin !== undefined) problems.push('admin on a plain copy');
    if ('admin' in {} || 'admin' in []) problems.push('a prototype of the page was changed');
    return problems;
  },
  'marshal-nul-in-error': ({ error }) => (error?.message.includes('after') ? [] : ['the message was cut at NUL']),
  'marshal-bigint': ({ error }) =>
    (error?.details?.guest as { name?: string } | undefined)?.name === 'TypeError' ? [] : ['no TypeError'],
};
