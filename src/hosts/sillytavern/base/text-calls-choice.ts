/** How models of a chat call tools: by the API's own means, by writing, or not at all. */
export const CALL_MODES = ['native', 'text', 'off'] as const;
export type CallMode = (typeof CALL_MODES)[number];

/** A choice about calls. The dialect is as it was kept: `dialectOf` says which it stands for. */
export interface CallChoice {
  readonly mode: CallMode;
  readonly dialect: string;
}

/** True for one of the modes. */
export const isCallMode = (value: unknown): value is CallMode => (CALL_MODES as readonly unknown[]).includes(value);

/** What is right of a kept choice. */
export function readChoice(kept: unknown): Partial<CallChoice> {
  const { mode, dialect } = Object(kept) as { mode?: unknown; dialect?: unknown };
  return { ...(isCallMode(mode) && { mode }), ...(typeof dialect === 'string' && { dialect }) };
}
