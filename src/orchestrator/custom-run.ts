import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { SkippedTool } from '../../worker/protocol/tool.js';
import type { Executor } from '../call.js';
import type { CapabilityProviders } from '../capability.js';
import type { PluginRunner } from '../plugin-runner.js';
import type { ToolInfo } from '../tool-info.js';
import { type CustomTool, customToolsSource } from './custom-tools.js';

/** Makes a guest that is on no shelf, and takes it back. */
export interface GuestMaker {
  open(options: {
    readonly source: string;
    readonly capabilities: CapabilityProviders;
    readonly onStruck: (error: BulkheadError) => void;
  }): PluginRunner;
  close(runner: PluginRunner): Promise<void>;
}

/** Handwritten tools in a guest of their own. */
export interface CompiledTools {
  readonly tools: readonly ToolInfo[];
  readonly skipped: readonly SkippedTool[];
  readonly executor: Executor;
  close(): Promise<void>;
}

/** Compiles handwritten tools, all in one guest; one that does not compile harms no other. Never throws. */
export async function compileTools(
  guests: GuestMaker,
  tools: readonly CustomTool[],
  capabilities: CapabilityProviders = {},
): Promise<CompiledTools> {
  const source = customToolsSource(tools);
  let struck: BulkheadError | undefined;
  const runner = guests.open({
    source,
    capabilities,
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
    const loaded = await runner.load(source);
    const toInfo = (tool: (typeof loaded.tools)[number]): ToolInfo => ({
      ...tool,
      kind: 'profile',
      owner: 'profile',
      source: 'extension',
    });
    return { tools: loaded.tools.map(toInfo), skipped: loaded.skipped, executor, close };
  } catch (error) {
    const { code, message } = error as BulkheadError;
    const skipped = tools.map(({ name }) => ({ name, error: `${code}: ${message}` }));
    return { tools: [], skipped, executor, close };
  }
}
