import * as z from 'zod/mini';
import type { Contract } from './contract.js';
import { type Manifest, manifestSchema } from './manifest.js';
import type { ToolDeclaration } from './tool.js';

z.config({ jitless: true });

const toolDeclaration = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  mode: z.enum(['read', 'write']),
  hasSimulate: z.boolean(),
});

/** A plugin as it is kept, without its source. */
export const pluginRecord = z.object({
  id: z.string(),
  manifest: z.nullable(manifestSchema),
  tools: z.array(toolDeclaration),
  enabled: z.boolean(),
  /** Where it came from, as shown to the user: a file name, a URL, or `pasted`. */
  origin: z.string(),
  /** Milliseconds since 1970. */
  installedAt: z.number(),
  sourceBytes: z.number(),
});

export interface PluginRecord {
  readonly id: string;
  readonly manifest: Manifest | null;
  readonly tools: readonly ToolDeclaration[];
  readonly enabled: boolean;
  readonly origin: string;
  readonly installedAt: number;
  readonly sourceBytes: number;
}

const nothing = z.object({});

/** The keeper: what is kept for plugins. One per page; several tabs share one store. */
export const keeperContract = {
  /** Records in the order of installation. One that cannot be read stays where it is, and is not listed. */
  list: { input: nothing, output: z.custom<{ readonly records: readonly PluginRecord[] }>() },
  source: { input: z.object({ id: z.string() }), output: z.custom<string>() },
  put: { input: z.object({ record: pluginRecord, source: z.string() }), output: z.custom<null>() },
  setEnabled: { input: z.object({ id: z.string(), enabled: z.boolean() }), output: z.custom<null>() },
  remove: { input: z.object({ id: z.string() }), output: z.custom<null>() },
} as const satisfies Contract;

export type KeeperContract = typeof keeperContract;

/** Sent to every host on the same store after a change, the one that made it excepted. */
export interface KeeperEvent {
  readonly changed: string;
}
