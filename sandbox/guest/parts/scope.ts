import type { MakePart } from '../platform.js';

/** What the scope says of where it runs: nothing that tells one user from another. */
export const make: MakePart = (kit) => {
  const { EventTarget } = kit.use('events');
  const origin = Date.now();
  const now = Date.now;

  class Performance extends EventTarget {
    get timeOrigin(): number {
      return origin;
    }
    /** Milliseconds since the plugin was loaded, in whole ones. */
    now(): number {
      return now() - origin;
    }
    toJSON(): { timeOrigin: number } {
      return { timeOrigin: origin };
    }
    get [Symbol.toStringTag](): string {
      return 'Performance';
    }
  }

  class Navigator {
    get userAgent(): string {
      return 'Bulkhead';
    }
    get [Symbol.toStringTag](): string {
      return 'Navigator';
    }
  }

  return {
    Performance,
    navigator: new Navigator(),
    performance: new Performance(),
    reportError: (...given: unknown[]): void => {
      if (given.length === 0) throw new TypeError('reportError needs a value');
      kit.log('error', ['Uncaught', given[0]]);
    },
  };
};
