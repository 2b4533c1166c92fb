import type { ToolInfo } from '../../../index.js';
import { offerKey, type Settings } from '../base/settings.js';

type Choices = Pick<Settings, 'offers'> & { readonly modes: Pick<Settings['modes'], 'tools'> };

/** Tools that change what is remembered: agents get them only when their user says so. */
const writesMemory = ({ owner, mode, kind }: ToolInfo): boolean =>
  owner === 'memory-graph' && mode === 'write' && kind !== 'plugin';

/** True where agents get a tool: as the user has chosen for agents, else what is on for the model, but for writers of memories. */
export function isForAgents(tool: ToolInfo, { offers, modes }: Choices): boolean {
  const key = offerKey(tool);
  const own = (choices: { readonly [key: string]: boolean }) =>
    Object.hasOwn(choices, key) ? choices[key] : undefined;
  return own(modes.tools) ?? (own(offers) !== false && !writesMemory(tool));
}
