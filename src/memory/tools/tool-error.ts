import type { CodedError } from '../../../worker/protocol/memory-types.js';

/** An error of an orchestrator tool. The model gets all three fields. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  /** What to do instead, in one sentence. */
  readonly hint: string;

  constructor(message: string, code: string, hint: string, options?: { cause?: unknown }) {
    super(message || 'Tool error.', options);
    this.code = code;
    this.hint = hint;
  }
}

/** The hint for an id that leads nowhere. */
export const FIND_FIRST = 'Find the right id with memory_find_by_name or memory_list_candidates, then call again.';
const RETRY_ONCE = 'Nothing was changed. Try once more; if it fails again, go on without the memory.';

/** What a model can do about an error of the graph. */
const HINTS: { readonly [code: string]: string } = {
  NO_EMBEDDING_PROFILE: 'Use memory_keyword_search with the same query: it needs no embedding profile.',
  EMBEDDING_FAILED: 'Use memory_keyword_search with the same query.',
  BAD_ARGS: 'Correct the arguments as the description of the parameters says, then call again.',
  MEMORY_STORE_MISSING: 'This chat has no memory. Go on without it.',
  STORE_UNAVAILABLE: RETRY_ONCE,
  STORE_FAILED: RETRY_ONCE,
  OP_FAILED: 'Nothing was changed. Check the arguments, then call again.',
  CHILD_NOT_FOUND: 'Take type and child_ids from a group of memory_compaction_candidates.',
  CHILD_HAS_PARENT: 'Leave out what is summarised already: memory_compaction_candidates lists what is not.',
  NODE_NOT_FOUND: FIND_FIRST,
  SOURCE_NOT_FOUND: FIND_FIRST,
  TARGET_NOT_FOUND: FIND_FIRST,
  NODE_ARCHIVED: 'This entry was deleted. Use another one, or create it anew.',
  NODE_NOT_SEMANTIC: 'This entry cannot be edited. Use another one.',
  REF_UNRESOLVED: 'A ref is known only within the call that gives it: name the entry by its id.',
  SELF_LINK: 'An entry cannot be linked to itself: name another target.',
};

/** The hint that goes with a code of the graph; empty for a code it does not know. */
export const hintFor = (code: string): string => (Object.hasOwn(HINTS, code) ? (HINTS[code] ?? '') : '');

/** What the graph answered in place of a change, for a model. */
export const toldError = ({ code, message }: CodedError): CodedError & { readonly hint: string } => ({
  message,
  code,
  hint: hintFor(code),
});

/** Gives an error of the session its hint. What has no code of its own, or is an abort, stays as it was thrown. */
export function withHint(thrown: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || thrown instanceof ToolError || !(thrown instanceof Error)) return thrown;
  const { code } = thrown as { code?: unknown };
  if (typeof code !== 'string') return thrown;
  return new ToolError(thrown.message, code, hintFor(code), { cause: thrown });
}

/** Where there is no graph: an agent is to take another way. */
export const disabled = (): ToolError =>
  new ToolError(
    'no memory graph is open for this chat',
    'MEMORY_DISABLED',
    'Go on without the memory tools: use what the chat itself says.',
  );
