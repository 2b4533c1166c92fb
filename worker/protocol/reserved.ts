const words = (text: string): readonly string[] => text.split(' ');

/** Layer 1: tools of the orchestrator itself. */
export const BUILTIN_TOOLS = words(
  'chat_read_range chat_search lorebook_search lorebook_get lorebook_list world_book_list lorebook_force_activate note_open note_close',
);

/** Tools that ship as extensions: each name is reserved for the owner that ships it. */
const SHIPPED: { readonly [owner: string]: readonly string[] } = {
  'memory-graph': words(
    'memory_list_candidates memory_edge_summary memory_node_brief memory_expand_seeds memory_schema memory_keyword_search memory_vector_search memory_find_by_name memory_compaction_candidates memory_node_create memory_node_edit memory_node_delete memory_link_upsert memory_link_delete memory_compact_nodes',
  ),
  search: words('search_search search_visit'),
  skills: words('skill_list skill_read skill_search'),
};

/** Names that control a run, and names of earlier versions. */
const CONTROL = words(
  'note_add note_delete finalize dispatch_subagent dispatch_inline_subagent await_subagents cancel_subagent write_message apply_message_patches get_draft draft_search',
);

const PREFIXES = words('luker_orch_ luker_ctx_ luker_docs_ iter_ st_');

const TAKEN = new Set([...BUILTIN_TOOLS, ...CONTROL, ...Object.values(SHIPPED).flat()]);

/** True for a name that ships: whether it is free depends on who asks. */
export const isShipped = (name: string): boolean => Object.values(SHIPPED).some((names) => names.includes(name));

/** True for a name that may not be registered. `owner` may register the names that it ships. */
export function isReserved(name: string, owner = ''): boolean {
  if (PREFIXES.some((prefix) => name.startsWith(prefix))) return true;
  return TAKEN.has(name) && !(Object.hasOwn(SHIPPED, owner) && SHIPPED[owner]?.includes(name));
}
