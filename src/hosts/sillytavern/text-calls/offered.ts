import type { Host, ToolInfo } from '../../../index.js';
import { offerKey, type Settings } from '../base/settings.js';

/** The owner of tools that are registered skills. */
export const SKILLS = 'skills';

/** Keeps what a model may call by writing in step with what the user has offered. Skills are on unless they or the user say otherwise. */
export function keepOffered(host: Host, { offers }: Settings, isOffered: (tool: ToolInfo) => boolean): void {
  const tools = new Map(host.tools.list().map((tool) => [tool.name, tool]));
  for (const { name, tool: toolName, owner } of host.skills.list()) {
    const tool = tools.get(toolName);
    if (!tool) continue;
    const chosen = offers[offerKey(tool)];
    // The host's own functions are its to tell of natively; by writing they are called only when the user says so.
    if (tool.source === 'st-bridge') host.skills.setEnabled(name, chosen === true);
    else if (owner !== SKILLS) host.skills.setEnabled(name, isOffered(tool));
    else if (chosen !== undefined) host.skills.setEnabled(name, chosen);
  }
}
