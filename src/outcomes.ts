import type { Usage } from '../worker/protocol/tool.js';

/** Of a call that never reached its tool. */
export const NO_USAGE: Usage = Object.freeze({
  wallMs: 0,
  cpuMs: 0,
  memoryBytes: 0,
  logLines: 0,
  logLinesDropped: 0,
  requests: 0,
  bytesOut: 0,
});
