import type { PluginRecord } from '../../worker/protocol/broker.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Grant } from '../../worker/protocol/grants.js';
import type { ToolDeclaration } from '../../worker/protocol/tool.js';
import type { PluginInfo } from '../contracts/index.js';
import type { Executor, PluginRunner } from '../isolation/guests/index.js';
import { holds } from './rights.js';
import type { UsageTotals } from './usage.js';

/** An installed plugin: its record, its grant, and its runner. */
export interface PluginEntry {
  record: PluginRecord;
  grant: Grant | undefined;
  readonly runner: PluginRunner;
  /** Asks where it must, and counts. */
  readonly executor: Executor;
  readonly usage: UsageTotals;
  /** Why it is off although its user wants it on. */
  notice?: string;
}

/** True when its user wants it to run, and it is what its user said yes to. */
export const mayRun = ({ record, grant }: Pick<PluginEntry, 'record' | 'grant'>): boolean =>
  record.enabled && holds(grant, record);

export function toInfo(entry: PluginEntry): PluginInfo {
  const { record, grant, runner, notice } = entry;
  const changed = grant !== undefined && !holds(grant, record);
  const struck = notice !== undefined && !record.enabled;
  const state = struck ? 'struck' : changed ? 'changed' : notice === undefined && mayRun(entry) ? 'on' : 'off';
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

/** Why a tool of a plugin cannot be called. */
export function whyOff({ record, grant, notice }: PluginEntry, tool: string, safeMode: boolean): BulkheadError {
  const { id } = record;
  const because = (code: 'PLUGIN_STRUCK' | 'PLUGIN_DISABLED' | 'PLUGIN_CHANGED', why: string) =>
    new BulkheadError(code, why, { plugin: id });
  if (safeMode)
    return because(
      'PLUGIN_DISABLED',
      `\`${tool}\` belongs to \`${id}\`, and no plugin runs in safe mode: \`host.resume()\``,
    );
  if (notice !== undefined)
    return because('PLUGIN_STRUCK', `${id}: ${notice}; to switch it on again: \`plugins.enable('${id}')\``);
  if (grant && !holds(grant, record)) {
    return because(
      'PLUGIN_CHANGED',
      `\`${id}\` is not what its user said yes to: see \`plugins.review('${id}')\`, then \`plugins.enable('${id}')\``,
    );
  }
  return because('PLUGIN_DISABLED', `\`${tool}\` belongs to \`${id}\`, which is off: \`plugins.enable('${id}')\``);
}
