import type { DispatchResult, Host, Run, ToolCall } from '../../../src/index.js';

/** What a dispatch tells the model, parsed. */
export const content = ({ message }: DispatchResult): unknown => JSON.parse(message.content);

/** Opens a run for one call and answers its content. */
export async function answer(host: Host, call: ToolCall, given?: Parameters<Host['orchestrator']['openRun']>[0]) {
  await using run: Run = await host.orchestrator.openRun(given);
  return content(await host.orchestrator.dispatch(call, run));
}

/** A tool of the page. */
export const spec = (name: string, exec: (args: never, ctx: never, call: never) => unknown, more: object = {}) =>
  ({ name, description: 'test', parameters: { type: 'object' }, mode: 'read', exec, ...more }) as never;
