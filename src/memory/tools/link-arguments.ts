import type { LinkDirection, OpLink } from '../../../worker/protocol/memory-types.js';
import { isPlainObject } from '../../../worker/protocol/spec.js';
import { type Args, badArgument, type Codes, given, text } from './arguments.js';

const DIRECTIONS: readonly string[] = ['outgoing', 'incoming', 'bidirectional'] satisfies LinkDirection[];

/** Reads a direction; `undefined` where none is given. @throws `codes.badArgs`. */
export function directionOf({ direction }: Args, { badArgs }: Codes): LinkDirection | undefined {
  const word = text(direction).toLowerCase();
  if (DIRECTIONS.includes(word)) return word as LinkDirection;
  if (direction === undefined || direction === null) return undefined;
  throw badArgument(`direction is one of ${DIRECTIONS.join(', ')}`, badArgs);
}

/** Reads the links of a call. @throws `codes.badArgs`. */
export function linksOf(value: unknown, codes: Codes): readonly OpLink[] {
  if (!Array.isArray(value)) throw badArgument('links is a list', codes.badArgs);
  return value.map((link: unknown, at): OpLink => {
    if (!isPlainObject(link)) throw badArgument(`links[${at}] is no object`, codes.badArgs);
    const [targetNodeId, targetRef] = [text(link.target_node_id), text(link.target_ref)];
    if (!targetNodeId && !targetRef) {
      throw badArgument(`links[${at}] has neither target_node_id nor target_ref`, codes.badArgs);
    }
    return given({
      targetNodeId: targetNodeId || undefined,
      targetRef: targetRef || undefined,
      relation: text(link.relation) || undefined,
      direction: directionOf(link, codes),
    });
  });
}

/** The ids that links name. */
export const targetsOf = (links: readonly OpLink[]): readonly string[] =>
  links.flatMap(({ targetNodeId }) => targetNodeId ?? []);
