/** How a job fails: where, with which code of an error, and with which words. */
export interface Failure {
  readonly at: 'bundle' | 'load' | 'call';
  readonly code?: string;
  readonly message: RegExp;
}

/** The packages that do not run in a guest. The documents say why; every other package must give Node's result. */
export const FAILURES: { readonly [name: string]: Failure } = {
  'babel-parser': { at: 'call', code: 'TOOL_ERROR', message: /^stack overflow$/ },
  'csv-parse': { at: 'load', code: 'SOURCE_THREW', message: /'Buffer' is not defined/ },
  'iconv-lite': { at: 'bundle', message: /Could not resolve "buffer"/ },
  liquidjs: { at: 'load', code: 'SOURCE_THREW', message: /stack underflow/ },
  turndown: { at: 'call', code: 'TOOL_ERROR', message: /'document' is not defined/ },
};
