import type { AskList } from '../grants/asks.js';
import type { ToolInfo } from '../tool-info.js';
import type { ConfirmQuotation } from './quotations.js';

/** Asks by a host's own questions. A name that the registry does not have is a tool of the page's own agent. */
export const confirmByAsking =
  (asks: Pick<AskList, 'ask'>, toolOf: (name: string) => ToolInfo | undefined): ConfirmQuotation =>
  async ({ name, arguments: args, readIn }, { signal }) => {
    const tool = toolOf(name) ?? agentTool(name);
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
