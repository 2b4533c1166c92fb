/** A JSON Schema of one parameter. */
export type Parameter = { readonly type: string; readonly description: string; readonly [key: string]: unknown };

/** An object that has these properties and no others. */
export const closed = (properties: { readonly [name: string]: Parameter }, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

export const textOf = (description: string): Parameter => ({ type: 'string', description });
export const wholeNumber = (description: string): Parameter => ({ type: 'integer', description });
export const yesOrNo = (description: string): Parameter => ({ type: 'boolean', description });
export const listOf = (description: string): Parameter => ({ type: 'array', items: { type: 'string' }, description });
/** A row of columns: which there are is the chat's own schema's to say, so this one is open. */
export const row = (description: string): Parameter => ({ type: 'object', description });

export const TYPES = listOf(
  'Only entries of these types, for example ["character_sheet"]; memory_schema lists the types. Leave out for all.',
);
export const EDGE_TYPES = listOf('Only these relations, for example ["about", "located_in"]. Leave out for all.');
export const K = wholeNumber('How many results at the most, from 1. Default: 20.');
export const NODE_ID = textOf('Id of the entry (node), as other memory tools answer it, for example "n_12".');
export const DIRECTION: Parameter = {
  type: 'string',
  enum: ['outgoing', 'incoming', 'bidirectional'],
  description:
    '"outgoing": from the source to the target; "incoming": from the target to the source; "bidirectional" (default): both.',
};

/** Links of a node, as `memory_node_create` and `memory_link_upsert` take them. */
export const links = (description: string): Parameter => ({
  type: 'array',
  description,
  items: closed({
    target_node_id: textOf('Id of the entry to link to. Use this whenever the id is known.'),
    target_ref: textOf('The ref of an entry made in the same call, in place of target_node_id.'),
    relation: textOf('What the link says, in a word or two, for example "knows". Default: "related".'),
    direction: DIRECTION,
  }),
});
