/** Characters of a method's name: `group.method`. No honest worker sends a longer one. */
export const METHOD_CHARS = 64;

/** A capability request as it leaves a tool worker, over the port that is its grant. JSON text both ways. */
export interface CapabilityRequest {
  readonly request: number;
  readonly method: string;
  readonly args: string;
}

/** The answer. A `code` from a service reaches the guest as it is: it is the service's word, not a limit of ours. */
export type CapabilityReply =
  | { readonly request: number; readonly text: string }
  | { readonly request: number; readonly error: { readonly code: string; readonly message: string } };
