import type { ToolFlags } from '../../index.js';

const KEY = 'bulkhead.orchestration';
let memory: ToolFlags = {};

/**
 * The user's switches of tools, as they are kept between visits; those of this page where storage is forbidden.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { keptFlags } from 'bulkhead/ui';
 * await using run = await createHost().orchestrator.openRun({ mode: 'loop', flags: keptFlags() });
 */
export function keptFlags(): ToolFlags {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as ToolFlags) : {};
  } catch {
    return memory;
  }
}

/**
 * Switches one tool on or off for every orchestration from now on. @returns all switches.
 *
 * @example
 * import { switchTool } from 'bulkhead/ui';
 * const { custom } = switchTool('roll_dice', false);
 */
export function switchTool(name: string, on: boolean): ToolFlags {
  const before = keptFlags();
  const custom = Object.entries(before.custom ?? {}).filter(([known]) => known !== name);
  memory = { ...before, custom: Object.fromEntries(on ? custom : [...custom, [name, false]]) };
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // The choice then lasts as long as the page.
  }
  return memory;
}

/** Forgets every switch: all tools are on, as on a first visit. */
export function forgetSwitches(): void {
  memory = {};
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

/**
 * True unless the user has switched this tool off.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { isSwitchedOn, keptFlags } from 'bulkhead/ui';
 * const tools = createHost().tools.list().filter(({ name }) => isSwitchedOn(keptFlags(), name));
 */
export const isSwitchedOn = ({ custom }: ToolFlags, name: string): boolean =>
  !(Object.hasOwn(Object(custom), name) && custom?.[name] === false);
