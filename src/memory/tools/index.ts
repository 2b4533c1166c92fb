import { RUN_FIELD } from '../../engine/internal-compat.js';
import type { PageCall, PageToolSpec } from '../../tools/page/index.js';
import type { Abortable, MemorySession } from '../session-types.js';
import type { Args } from './arguments.js';
import { COMPACTION } from './compaction.js';
import { LINK_WRITES } from './link-writes.js';
import type { MemoryTool } from './memory-tool.js';
import { NODE_WRITES } from './node-writes.js';
import { Pretence } from './pretence.js';
import { type FloorRangeOf, Previews } from './preview.js';
import { READS } from './reads.js';
import { homeOf, type OpenMemorySession, RunSessions } from './run-session.js';
import { SEARCHES } from './searches.js';
import { disabled, withHint } from './tool-error.js';

export type { FloorRange, FloorRangeOf } from './preview.js';
export type { OpenMemorySession } from './run-session.js';
export { ToolError } from './tool-error.js';

/** The owner of the memory tools' names. No other owner may register them. */
export const MEMORY_TOOLS_OWNER = 'memory-graph';

/** Registers one tool: `orchestrator.registerOrchestrationTool` and `host.tools.register` are such functions. */
export type RegisterTool = (spec: PageToolSpec, registrant: { readonly owner: string }) => unknown;

export interface MemoryToolsOptions {
  /** The chat messages that a node sums up, for lists of nodes. Default: lists show turns only. */
  readonly floorRangeOf?: FloorRangeOf;
}

const TOOLS: readonly MemoryTool[] = [...READS, ...SEARCHES, ...NODE_WRITES, ...LINK_WRITES, COMPACTION];

/** The fifteen `memory_*` tools, for the agents of an orchestration. All of them share one session for each run. */
export function memoryTools(open: OpenMemorySession, options: MemoryToolsOptions = {}): readonly PageToolSpec[] {
  const sessions = new RunSessions(open);
  return TOOLS.map((tool) => toSpec(tool, sessions, options.floorRangeOf));
}

/** Registers the fifteen `memory_*` tools as `memory-graph`; does nothing where there is no orchestrator. @throws what `register` throws. */
export function registerMemoryTools(
  register: RegisterTool | undefined,
  open: OpenMemorySession,
  options: MemoryToolsOptions = {},
): void {
  if (typeof register !== 'function') return;
  for (const spec of memoryTools(open, options)) register(spec, { owner: MEMORY_TOOLS_OWNER });
}

function toSpec(tool: MemoryTool, sessions: RunSessions, floorRangeOf: FloorRangeOf | undefined): PageToolSpec {
  const { name, displayName, description, parameters, mode, exec, simulate } = tool;
  return {
    name,
    displayName,
    description,
    parameters,
    mode,
    exec: (args, context, call) =>
      answer(exec, args, signalOf(context, call), async (work, signal) => {
        const session = await sessions.of(context);
        if (!session) throw disabled();
        return work({ session, abort: abortable(signal), previews: new Previews(session, floorRangeOf) });
      }),
    ...(simulate && {
      simulate: (args, context, call) =>
        answer(simulate, args, signalOf(context, call), async (work, signal) => {
          const session: MemorySession | null = await sessions.of(context);
          const home = Object(context) === context ? homeOf(context) : {};
          return { ok: true, simulated: true, ...(await work(new Pretence(session, abortable(signal), home))) };
        }),
    }),
  };
}

const abortable = (signal: AbortSignal | undefined): Abortable => (signal ? { signal } : {});

/** The signal of the call; a host that hands none over has the run's. */
const signalOf = (context: unknown, call: PageCall | undefined): AbortSignal | undefined =>
  call?.signal ?? (context as { [RUN_FIELD]?: { abortSignal?: AbortSignal } } | undefined)?.[RUN_FIELD]?.abortSignal;

/** Reads the arguments, and only then does the work. */
async function answer<Work>(
  read: (args: Args) => Work,
  args: Args,
  signal: AbortSignal | undefined,
  work: (work: Work, signal: AbortSignal | undefined) => Promise<object>,
): Promise<object> {
  try {
    return await work(read(args ?? {}), signal);
  } catch (thrown) {
    throw withHint(thrown, signal);
  }
}
