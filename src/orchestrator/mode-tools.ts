import type { ModeTools } from '../engine/modes/types.js';
import type { ToolCall } from '../engine/types.js';
import type { OrchestratorApi } from './index.js';
import type { Run } from './run.js';

/** The tools of a run for the loops over a model: whatever the run offers, answered by its dispatch. */
export const modeTools = (orchestrator: Pick<OrchestratorApi, 'dispatch'>, run: Run): ModeTools => ({
  list: run.schemas().map(({ function: { name, description, parameters } }) => ({
    ...{ name, description },
    inputSchema: parameters as Record<string, unknown>,
  })),
  async call({ id, name, input }: ToolCall) {
    const { message, error } = await orchestrator.dispatch({ id, name, arguments: input }, run);
    return { content: message.content, error };
  },
});
