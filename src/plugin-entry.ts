import type { PluginRecord } from '../worker/protocol/keeper.js';
import type { ToolDeclaration } from '../worker/protocol/tool.js';
import type { PluginInfo } from './plugin-info.js';
import type { PluginRunner } from './plugin-runner.js';

/** A plugin on the shelf: what is kept of it, and what runs it. */
export interface PluginEntry {
  record: PluginRecord;
  readonly runner: PluginRunner;
  /** Why it is off although its user wants it on. */
  notice?: string;
}

/** What a capability provider sees of a plugin whose source is only being looked at. */
export const DRAFT: PluginInfo = {
  id: '',
  manifest: null,
  tools: [],
  enabled: false,
  origin: '',
  installedAt: 0,
  sourceBytes: 0,
  state: 'off',
  strikes: 0,
};

export function toInfo({ record, runner, notice }: PluginEntry): PluginInfo {
  const state = notice === undefined ? (record.enabled ? 'on' : 'off') : record.enabled ? 'off' : 'struck';
  return { ...record, state, strikes: runner.strikes, ...(notice !== undefined && { notice }) };
}

/** The id of a plugin without one: its first tool's name, so that the same file again is an update. */
export function idFrom(tools: readonly ToolDeclaration[]): string {
  const name = (tools[0]?.name ?? 'plugin')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return (name.length < 3 ? `tool-${name}` : name).slice(0, 64);
}
