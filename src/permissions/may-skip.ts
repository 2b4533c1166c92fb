import type { Effect } from '../../worker/protocol/effects.js';
import { factsOfMethod } from '../../worker/protocol/permission-facts.js';
import type { Ask } from '../contracts/index.js';

/** What decides whether a question may be skipped. */
export type Skippable = Pick<Ask, 'kind' | 'tool' | 'destructive' | 'undoable' | 'effects' | 'readIn'>;

/**
 * True where a user who skips a plugin's questions means this one, too: a call of its own tool, or its changes of a memory, that
 * can be undone. Never a permission, a request that changes something, a call of another's tool, or a call that the model has read somewhere.
 */
export const maySkip = (ask: Skippable): boolean =>
  ask.kind !== 'permission' &&
  ask.tool.kind === 'plugin' &&
  !ask.destructive &&
  !ask.readIn &&
  ask.undoable === true &&
  !ask.effects?.items.some(isFinal);

const isFinal = (effect: Effect): boolean =>
  effect.kind === 'unknown' || (effect.kind === 'net' && !factsOfMethod(effect.method).undoable);
