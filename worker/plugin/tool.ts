import type { ToolSpec } from '../protocol/spec.js';
import type { PluginContext } from './context.js';
import type { ParametersFor, ToolParameters, ValueOf } from './parameters.js';

/** A plugin's tool, as its author writes it. */
export interface PluginTool<Args = Record<string, unknown>, Parameters = object>
  extends Omit<ToolSpec<Args, PluginContext, PluginContext>, 'parameters'> {
  /** JSON Schema of the arguments, checked before `exec` runs. */
  readonly parameters?: Parameters;
}

/**
 * Registers a tool while the plugin loads. Throws a coded error when the tool breaks a rule. The arguments of `exec` have the types
 * that `parameters` says; or those that you say: `registerTool<{ text: string }>(…)`.
 */
export interface RegisterTool {
  <const Parameters extends ToolParameters>(
    tool: PluginTool<ValueOf<Parameters>, Parameters> & { readonly parameters: Parameters },
  ): void;
  (tool: PluginTool): void;
  <Args extends object>(tool: PluginTool<Args, ParametersFor<Args>>): void;
}
