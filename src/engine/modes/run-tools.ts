import type { ToolCall } from '../types.js';
import type { ModeTools } from './types.js';

/** A run of `host.orchestrator`, as far as it is needed here. */
export interface OpenRun {
  schemas(): readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
  }[];
}

/** `host.orchestrator`, as far as it is needed here. */
export interface Dispatcher<Run extends OpenRun> {
  dispatch(
    call: { readonly id: string; readonly name: string; readonly arguments: unknown },
    run: Run,
  ): Promise<{
    readonly message: { readonly content: string };
    readonly error?: { readonly code: string; readonly message: string };
  }>;
}

/** The tools of a run of `host.orchestrator` for a mode: whatever the run offers, answered by its dispatch. */
export const runTools = <Run extends OpenRun>(orchestrator: Dispatcher<Run>, run: Run): ModeTools => ({
  list: run.schemas().map(({ function: { name, description, parameters } }) => ({
    ...{ name, description },
    inputSchema: parameters as Record<string, unknown>,
  })),
  async call({ id, name, input }: ToolCall) {
    const { message, error } = await orchestrator.dispatch({ id, name, arguments: input }, run);
    return { content: message.content, error };
  },
});
