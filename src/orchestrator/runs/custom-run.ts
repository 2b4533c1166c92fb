import type { BulkheadError } from '../../../worker/protocol/errors.js';
import type { SkippedTool } from '../../../worker/protocol/tool.js';
import type { ToolInfo } from '../../contracts/index.js';
import type { CallGrants, Executor, PluginRunner } from '../../isolation/guests/index.js';
import type { CustomTool } from './custom-tools.js';

/** Opens and closes guests that belong to no installed plugin. */
export interface GuestMaker {
  open(options: {
    readonly source: string;
    readonly grants: (() => CallGrants) | undefined;
    readonly onStruck: (error: BulkheadError) => void;
  }): Promise<PluginRunner>;
  close(runner: PluginRunner): Promise<void>;
}

/** Handwritten tools in a worker of their own, each in guests of its own. */
export interface CompiledTools {
  readonly tools: readonly ToolInfo[];
  readonly skipped: readonly SkippedTool[];
  readonly executor: Executor;
  close(): Promise<void>;
}

/** Compiles handwritten tools in one worker; their declarations are the stored ones. @throws what keeps any guest from running here. */
export async function compileTools(
  guests: GuestMaker,
  tools: readonly CustomTool[],
  grants?: () => CallGrants,
): Promise<CompiledTools> {
  const source = JSON.stringify(tools);
  let struck: BulkheadError | undefined;
  const runner = await guests.open({
    source,
    grants,
    onStruck: (error) => {
      struck = error;
      void runner.end(error);
    },
  });
  const executor: Executor = {
    execute: (...call) => (struck ? Promise.reject(struck) : runner.execute(...call)),
  };
  const close = () => guests.close(runner);
  try {
    const loaded = await runner.load({ source, manifest: '' });
    const compiled = new Set(loaded.tools.map(({ name }) => name));
    const infos = tools.filter(({ name }) => compiled.has(name)).map(toInfo);
    return { tools: infos, skipped: loaded.skipped, executor, close };
  } catch (error) {
    const { code, message, fault } = error as BulkheadError;
    // The run continues without the tools only if the failure is their own.
    if (fault !== 'plugin') {
      await close();
      throw error;
    }
    const skipped = tools.map(({ name }) => ({ name, error: `${code}: ${message}` }));
    return { tools: [], skipped, executor, close };
  }
}

const toInfo = ({ body: _body, simulateBody, ...tool }: CustomTool): ToolInfo => ({
  ...tool,
  hasSimulate: simulateBody.trim() !== '',
  kind: 'profile',
  owner: 'profile',
  source: 'extension',
});
