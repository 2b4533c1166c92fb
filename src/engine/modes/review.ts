/** What a review node calls. */
export interface ReviewCall {
  readonly approve?: object;
  readonly rerun?: { readonly feedback?: unknown; readonly target_node_ids?: unknown };
}

/** What it comes to. */
export type ReviewDecision =
  | { readonly decision: 'approve' }
  | {
      readonly decision: 'rerun';
      readonly feedback: string;
      readonly targets: readonly string[];
      /** The stage of the earliest target. */
      readonly replayFromStage: number;
    };

/**
 * Reads a review: exactly one of approving and running again, which needs feedback and targets, each once, that worked before.
 * @throws for anything else: the model is asked again.
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
