import type { LlmTool, ToolCall } from '../base/types.js';
import { MODE_TOOLS } from '../internal-compat.js';
import type { CallAnswer, ModeTools } from './types.js';

/** Names of tools by which agents steer a run. The run itself has no tool of such a name. */
const STEERING: ReadonlySet<string> = new Set([
  ...['finalize', 'write_message', 'get_draft', 'apply_message_patches'],
  ...['dispatch_subagent', 'await_subagents', 'cancel_subagent'],
]);
const steers = (name: string): boolean => STEERING.has(name) || name.startsWith(MODE_TOOLS.prefix);

export interface Offering extends ModeTools {
  /** True for a tool that its mode answers, and not the run. */
  isOwn(name: string): boolean;
}

/** The run's tools, and those by which this agent steers. Other steering is answered with `NOT_IMPLEMENTED`. */
export function offering(tools: ModeTools, own: readonly LlmTool[]): Offering {
  const names = new Set(own.map(({ name }) => name));
  const list = [...tools.list.filter(({ name }) => !steers(name) && !names.has(name)), ...own];
  return {
    list,
    isOwn: (name) => names.has(name),
    call: async (call, signal) => (steers(call.name) ? notOffered(call, list) : tools.call(call, signal)),
  };
}

export const NO_TOOLS: ModeTools = { list: [], call: async (call) => notOffered(call, []) };

function notOffered({ name }: ToolCall, list: readonly LlmTool[]): CallAnswer {
  const message = `no tool is named ${name}`;
  const names = list.map((tool) => tool.name).join(', ');
  const hint = names === '' ? 'There are no tools: answer without.' : `Call one of: ${names}`;
  const content = JSON.stringify({ ok: false, error: message, code: 'NOT_IMPLEMENTED', hint });
  return { content, error: { code: 'NOT_IMPLEMENTED', message } };
}
