export interface SpecNode {
  readonly id: string;
  readonly type: 'worker' | 'review';
}

/** Nodes that come one after another, or at the same time. */
export interface SpecStage<Node extends SpecNode = SpecNode> {
  readonly nodes: readonly Node[];
  /** Default: serial. A stage with a review is serial, whatever it says. */
  readonly mode?: 'serial' | 'parallel' | undefined;
}

/**
 * Checks stages; one with a review is serial. @throws for an empty one, a name twice, a review in the last stage.
 *
 * @example
 * import { checkStages } from 'bulkhead/modes';
 * const [first] = checkStages([{ nodes: [{ id: 'facts', type: 'worker' }], mode: 'parallel' }]);
 * console.log(first?.mode);
 */
export function checkStages<Node extends SpecNode>(
  stages: readonly SpecStage<Node>[],
): readonly (SpecStage<Node> & { readonly mode: 'serial' | 'parallel' })[] {
  if (stages.length === 0 || stages.some(({ nodes }) => nodes.length === 0)) {
    throw new Error('a specification has stages, and each has nodes');
  }
  const ids = stages.flatMap(({ nodes }) => nodes.map(({ id }) => id));
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new Error(`two nodes are called ${twice}`);
  if (stages.at(-1)?.nodes.some(({ type }) => type === 'review')) {
    throw new Error('the last stage has a review, after which nothing comes: put it before');
  }
  return stages.map((stage) => {
    const hasReview = stage.nodes.some(({ type }) => type === 'review');
    return { ...stage, mode: hasReview ? 'serial' : (stage.mode ?? 'serial') };
  });
}

export interface ReviewCall {
  readonly approve?: object;
  readonly rerun?: { readonly feedback?: unknown; readonly target_node_ids?: unknown };
}

export type ReviewDecision =
  | { readonly decision: 'approve' }
  | {
      readonly decision: 'rerun';
      readonly feedback: string;
      readonly targets: readonly string[];
      readonly replayFromStage: number;
    };

/**
 * Reads a review: one approval, or one rerun with feedback and targets that worked before. @throws for anything else.
 *
 * @example
 * import { reviewDecision } from 'bulkhead/modes';
 * const rerun = { feedback: 'Name the price.', target_node_ids: ['facts'] };
 * const review = reviewDecision([{ rerun }], [['facts'], ['editor']], ['facts']);
 * if (review.decision === 'rerun') console.log(review.targets, review.replayFromStage);
 */
export function reviewDecision(
  calls: readonly ReviewCall[],
  stages: readonly (readonly string[])[],
  priorWorkers: readonly string[],
): ReviewDecision {
  const [call, more] = calls;
  if (!call || more || (call.approve !== undefined) === (call.rerun !== undefined)) {
    throw new Error('a review approves, or asks for another run: one of them, once');
  }
  if (!call.rerun) return { decision: 'approve' };
  const { feedback, target_node_ids: given } = call.rerun;
  if (typeof feedback !== 'string' || feedback.trim() === '') throw new Error('another run needs feedback');
  const targets = Array.isArray(given) ? given.map(String) : [];
  const known = targets.every((id) => priorWorkers.includes(id));
  if (targets.length === 0 || !known || new Set(targets).size < targets.length) {
    throw new Error(`another run needs targets, each once, of ${priorWorkers.join(', ')}`);
  }
  const replayFromStage = stages.findIndex((stage) => stage.some((id) => targets.includes(id)));
  return { decision: 'rerun', feedback, targets, replayFromStage: Math.max(0, replayFromStage) };
}
