import type { DispatchResult, Host, RunOptions, ToolCall } from '../../../src/index.js';
import type { PageToolSpec } from '../../../src/tools/page/page-tools.js';

/** What a dispatch tells the model, parsed. */
export const content = ({ message }: DispatchResult) =>
  JSON.parse(message.content) as {
    ok: boolean;
    data?: unknown;
    code?: string;
    error?: string;
    hint?: string;
    flag?: string;
  };

/** Calls a tool in a run of its own. */
export async function answer(host: Host, call: ToolCall | string, given?: RunOptions) {
  await using run = await host.orchestrator.openRun(given);
  return content(await host.orchestrator.dispatch(typeof call === 'string' ? { name: call } : call, run));
}

/** A spec that reads nothing and answers its own name, unless told otherwise. */
export const spec = (name: string, more: Partial<PageToolSpec> = {}): PageToolSpec => ({
  name,
  description: 'test',
  mode: 'read',
  parameters: { type: 'object' },
  exec: () => name,
  ...more,
});

/** What a call throws, with its code. */
export function thrown(work: () => unknown): { code: string; message: string } & Error {
  try {
    work();
  } catch (error) {
    return error as never;
  }
  throw new Error('it did not throw');
}

/** A promise and the way to settle it. */
export function gate<T = void>(): { promise: Promise<T>; open: (value: T) => void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { promise, open: resolve };
}
