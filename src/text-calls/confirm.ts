import type { ConfirmQuotation, ToolInfo } from '../contracts/index.js';
import type { AskList } from '../questions/index.js';
import type { ToolRegistry } from '../tools/index.js';

/** The parts of a host that asking needs: its list of questions, and its registry. */
export interface ConfirmParts {
  readonly asks: Pick<AskList, 'ask'>;
  readonly registry: Pick<ToolRegistry, 'get'>;
}

/** Asks by a host's own questions. A name that the registry does not have is a tool of the page's own agent. */
export const confirmByAsking =
  ({ asks, registry }: ConfirmParts): ConfirmQuotation =>
  async ({ name, arguments: args, readIn }, { signal }) => {
    const tool = registry.get(name)?.info ?? agentTool(name);
    const { scope } = await asks.ask(
      {
        ...{ kind: 'call', plugin: { id: tool.owner }, tool, args, readIn },
        ...{ destructive: false, sendsTo: [], scopes: [{ kind: 'call' }] },
      },
      signal,
    );
    return scope !== null;
  };

const agentTool = (name: string): ToolInfo => ({
  ...{ name, displayName: name, description: '', parameters: {}, mode: 'write', hasSimulate: false },
  ...{ owner: 'page', kind: 'page', source: 'extension' },
});
