import type { Own } from './own.js';

interface PerformanceShape extends EventTarget {
  readonly timeOrigin: number;
  /** Whole milliseconds since the plugin was loaded. */
  now(): number;
  toJSON(): any;
}
interface NavigatorShape {
  /** `Bulkhead`, for every user. */
  readonly userAgent: string;
}

declare global {
  interface Performance extends Own<PerformanceShape> {}
  interface Navigator extends Own<NavigatorShape> {}

  var self: typeof globalThis extends { onmessage: unknown; self: infer T } ? T : typeof globalThis;
  var navigator: typeof globalThis extends { onmessage: unknown; navigator: infer T } ? T : Navigator;
  var performance: typeof globalThis extends { onmessage: unknown; performance: infer T } ? T : Performance;
  var Performance: typeof globalThis extends { onmessage: unknown; Performance: infer T }
    ? T
    : { prototype: Performance };

  /** Timers run while a call is open; with messages of ports at most 1,000 at once. */
  function setTimeout<Given extends any[]>(callback: (...given: Given) => void, ms?: number, ...given: Given): number;
  function setInterval<Given extends any[]>(callback: (...given: Given) => void, ms?: number, ...given: Given): number;
  function clearTimeout(id: number | undefined): void;
  function clearInterval(id: number | undefined): void;
  function queueMicrotask(callback: () => void): void;
  function structuredClone<T = any>(value: T, options?: { transfer?: any[] }): T;
  /** Writes an error that nobody caught into the call's log. */
  function reportError(error: any): void;
}
