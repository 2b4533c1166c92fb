import type { Usage } from '../../worker/protocol/tool.js';
import type { PluginUsage } from '../contracts/index.js';

/** Calls whose times are kept. */
const RECENT = 30;

/** What one plugin has used since the page was loaded. */
export class UsageBook {
  #calls = 0;
  #failures = 0;
  #cpuMs = 0;
  #peakMemoryBytes = 0;
  #requests = 0;
  #bytesOut = 0;
  #refusals = 0;
  readonly #recent: { readonly ms: number; readonly ok: boolean }[] = [];

  add(usage: Usage, ok: boolean): void {
    this.#calls += 1;
    if (!ok) this.#failures += 1;
    this.#cpuMs += usage.cpuMs;
    this.#peakMemoryBytes = Math.max(this.#peakMemoryBytes, usage.memoryBytes);
    this.#requests += usage.requests;
    this.#bytesOut += usage.bytesOut;
    this.#recent.push({ ms: usage.wallMs, ok });
    if (this.#recent.length > RECENT) this.#recent.shift();
  }

  refuse(): void {
    this.#refusals += 1;
  }

  get totals(): Omit<PluginUsage, 'limits' | 'storage'> {
    return {
      calls: this.#calls,
      failures: this.#failures,
      cpuMs: this.#cpuMs,
      peakMemoryBytes: this.#peakMemoryBytes,
      requests: this.#requests,
      bytesOut: this.#bytesOut,
      refusals: this.#refusals,
      recent: [...this.#recent],
    };
  }
}
