import { type ChatSource, chatTools } from './chat.js';
import { type LorebookSource, lorebookTools } from './lorebook.js';
import { type NoteSource, noteTools } from './notes.js';
import { workerMatcher } from './pattern.js';
import type { LoopTool } from './spec.js';

/** What the built-in tools of orchestrations work on: each part brings its tools. */
export interface LoopSources {
  readonly chat?: ChatSource;
  readonly lorebook?: LorebookSource;
  readonly notes?: NoteSource;
  /** Where `catalog-worker.js` is served, in which a model's patterns run; or what starts it. Default: beside this file. */
  readonly worker?: string | URL | (() => Worker);
  /** How long a pattern may take. Default: 2,000. */
  readonly patternMs?: number;
}

/** Served beside the bundle, as for the host. Written out, so that bundlers find the file. */
const beside = () => new URL('./catalog-worker.js', import.meta.url);

/**
 * The built-in tools of orchestrations, each for `host.orchestrator.provideBuiltin`.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { type ChatSource, loopTools } from 'bulkhead/modes';
 * const { orchestrator } = createHost();
 * const chat: ChatSource = { floors: () => [{ role: 'user', text: 'What does the attic cost?' }] };
 * for (const tool of loopTools({ chat })) orchestrator.provideBuiltin(tool);
 */
export function loopTools({ chat, lorebook, notes, worker, patternMs }: LoopSources): readonly LoopTool[] {
  const matcher = workerMatcher(
    typeof worker === 'function' ? worker : { name: 'catalog', given: worker && String(worker), beside },
    patternMs,
  );
  return [
    ...(chat ? chatTools(chat, matcher) : []),
    ...(lorebook ? lorebookTools(lorebook, matcher) : []),
    ...(notes ? noteTools(notes) : []),
  ];
}
