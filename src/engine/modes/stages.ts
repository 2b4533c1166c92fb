/** A node of a stage: it works, or looks at what others have done. */
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
 * A specification as it can be run: stages with a review are serial.
 * @throws for one without a stage or with an empty one, with a name twice, or with a review in its last stage.
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
