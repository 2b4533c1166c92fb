import type { Limits } from '../../worker/protocol/limits.js';
import type { Manifest } from '../../worker/protocol/manifest.js';
import type { CallGrants } from '../isolation/guests/index.js';

const MiB = 1024 * 1024;
const LEAST_MEMORY = 16 * MiB;

/** The limits of one call of a plugin: those of its manifest, at most those of the host. */
export function budgetOf(manifest: Manifest | null, limits: Limits) {
  const { memoryMiB, cpuMsPerCall, wallMsPerCall, hostCallsPerCall, bytesOutPerCall } = manifest?.limits ?? {};
  const least = (own: number | undefined, most: number) => Math.min(own ?? most, most);
  return {
    memoryBytes: Math.max(LEAST_MEMORY, least(memoryMiB && memoryMiB * MiB, limits.memoryBytes)),
    cpuMs: least(cpuMsPerCall, limits.cpuMs),
    timeoutMs: least(wallMsPerCall, limits.timeoutMs),
    requestsPerCall: least(hostCallsPerCall, limits.requestsPerCall),
    bytesOutPerCall: least(bytesOutPerCall, limits.bytesOutPerCall),
  };
}

/** The limits of one call for requests over its ports. */
export type CallLimits = Required<CallGrants['limits']>;

/** The part of it that capability ports keep to. */
export function callLimits(manifest: Manifest | null, limits: Limits): CallLimits {
  const { requestsPerCall, bytesOutPerCall } = budgetOf(manifest, limits);
  return { requestsPerCall, bytesOutPerCall };
}
