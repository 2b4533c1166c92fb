import {
  type MemoryToolsOptions,
  type OpenMemorySession,
  registerMemoryTools,
} from '../../../../src/memory/tools/index.js';
import { type RegistrationApi, registrationApi } from '../../../../src/orchestrator/api.js';
import { NO_BRIDGE } from '../../../../src/orchestrator/bridge.js';
import { failureContent, successContent } from '../../../../src/orchestrator/runs/envelope.js';
import { AskList } from '../../../../src/questions/ask-list.js';
import { Policy } from '../../../../src/questions/policy.js';
import { PageTools } from '../../../../src/tools/page/page-tools.js';
import { ToolRegistry } from '../../../../src/tools/registry.js';
import { checkArguments, openSchema } from '../../../../worker/adapters/schema.js';
import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { openTestSession, type TestSessionOptions } from '../../../fixtures/memory/open-test-session.js';
import { STORY } from '../../../fixtures/memory/story.js';

const BYTES = 65_536;

/** A registry with the memory tools in it, and their callers: what each answers is what a model is told, parsed. */
export function toolsFor(open: OpenMemorySession, options?: MemoryToolsOptions) {
  const registry = new ToolRegistry((name) => new BulkheadError('TOOL_NOT_FOUND', name));
  const asks = new AskList({ askMs: 1_000, allowSkip: () => false, changed: () => {} });
  const pages = new PageTools(registry, () => {}, { asks, policy: new Policy({}, {}, false, 'page') });
  const parts = { registry, pages, bridge: NO_BRIDGE, caller: () => 'page', alive: () => {} };
  const api: RegistrationApi = registrationApi(parts, () => api);
  registerMemoryTools(api.registerOrchestrationTool, open, options);

  const call = async (
    phase: 'execute' | 'simulate',
    name: string,
    args: object,
    context: object,
    signal?: AbortSignal,
  ) => {
    const { info, executor } = registry.find(name);
    const text = JSON.stringify(args);
    checkArguments(name, text, openSchema(name, info.parameters));
    const bound = { live: () => context, text: () => '' };
    const given = { timeoutMs: 10_000, cpuMs: 10_000, startedAt: performance.now(), context: bound, signal };
    const outcome = await executor.execute(name, phase, text, given);
    const { content } = outcome.error
      ? failureContent(outcome.error, phase === 'simulate', BYTES)
      : successContent(JSON.parse(outcome.text ?? 'null'), BYTES);
    return JSON.parse(content);
  };
  return {
    api,
    registry,
    exec: (name: string, args: object = {}, context: object = {}, signal?: AbortSignal) =>
      call('execute', name, args, context, signal),
    simulate: (name: string, args: object = {}, context: object = {}) => call('simulate', name, args, context),
  };
}

/** The tools over a session of their own, and that session. */
export async function storyTools(options?: TestSessionOptions & MemoryToolsOptions, store = STORY) {
  const session = await openTestSession(store, options);
  return { session, ...toolsFor(() => session, options) };
}

/** The names of the tools that only look. */
export const READ_NAMES = [
  'memory_list_candidates',
  'memory_edge_summary',
  'memory_node_brief',
  'memory_expand_seeds',
  'memory_schema',
  'memory_keyword_search',
  'memory_vector_search',
  'memory_find_by_name',
  'memory_compaction_candidates',
];

/** One call of each tool that changes something, and what it is called in the codes of a simulation. */
export const WRITE_CALLS: readonly [name: string, word: string, args: { readonly [name: string]: unknown }][] = [
  ['memory_node_create', 'NODE_CREATE', { type: 'event', title: 'A fight', links: [{ target_node_id: 'alice' }] }],
  ['memory_node_edit', 'NODE_EDIT', { node_id: 'alice', set_fields: { goal: 'peace' } }],
  ['memory_node_delete', 'NODE_DELETE', { node_id: 'alice' }],
  ['memory_link_upsert', 'LINK_UPSERT', { source_node_id: 'bob', links: [{ target_node_id: 'inn' }] }],
  ['memory_link_delete', 'LINK_DELETE', { source_node_id: 'alice', target_node_id: 'bob', relation: 'knows' }],
  ['memory_compact_nodes', 'COMPACT_NODES', { type: 'event', child_ids: ['n_1', 'n_2'], summary: 'Two days' }],
];
