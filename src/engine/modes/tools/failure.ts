/** An error of a tool. The model gets all three fields. */
export class ToolFailure extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  /** What to do instead, in one sentence. */
  readonly hint: string;

  constructor(message: string, code: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** What a model reads where nothing was thrown and nothing was done. */
export const no = (error: string, code: string, hint = '') => ({ ok: false, error, code, hint });
