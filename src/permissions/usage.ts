import type { Usage } from '../../worker/protocol/tool.js';
import type { PluginUsage } from '../contracts/index.js';

/** Number of calls whose times are stored. */
const RECENT = 30;

/** The usage of one plugin since the page was loaded. */
export class UsageTotals {
  readonly #totals = {
    ...{ calls: 0, failures: 0, cpuMs: 0, peakMemoryBytes: 0 },
    ...{ requests: 0, bytesOut: 0, refusals: 0 },
  };
  readonly #recent: { readonly ms: number; readonly ok: boolean }[] = [];

  add(usage: Usage, ok: boolean): void {
    const totals = this.#totals;
    totals.calls += 1;
    if (!ok) totals.failures += 1;
    totals.cpuMs += usage.cpuMs;
    totals.peakMemoryBytes = Math.max(totals.peakMemoryBytes, usage.memoryBytes);
    totals.requests += usage.requests;
    totals.bytesOut += usage.bytesOut;
    this.#recent.push({ ms: usage.wallMs, ok });
    if (this.#recent.length > RECENT) this.#recent.shift();
  }

  refuse(): void {
    this.#totals.refusals += 1;
  }

  get totals(): Omit<PluginUsage, 'limits' | 'storage'> {
    return { ...this.#totals, recent: [...this.#recent] };
  }
}
