/** One stage of the test commands: arguments for Node of its two parts, and what the quick part leaves out, by name. */
export interface Stage {
  readonly quick?: readonly string[];
  readonly rest?: readonly string[];
  readonly leaves?: readonly string[];
}

export const STAGES: { readonly [name: string]: Stage };
export const LANES: { readonly [part in 'quick' | 'rest']: readonly (readonly string[])[] };
