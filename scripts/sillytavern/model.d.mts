/** One answer of the script. */
export interface Reply {
  readonly content?: string;
  readonly tools?: readonly { readonly name: string; readonly args?: unknown; readonly id?: string }[];
  readonly status?: number;
  readonly hold?: boolean;
  /** Hangs up in the middle. */
  readonly cut?: boolean;
  /** Milliseconds between two words of a stream. */
  readonly gap?: number;
  /** Milliseconds before the answer begins. */
  readonly wait?: number;
  /** A page of HTML in place of an answer. */
  readonly body?: string;
}
/** Body of a request for a completion. */
export interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: unknown; readonly tool_call_id?: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string } }[];
  readonly stream?: boolean;
}
export interface Model extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly Asked[];
  play(...replies: readonly Reply[]): void;
  behave(reply: (asked: number) => Reply): void;
  asked(count: number): Promise<readonly Asked[]>;
  hungUp(count?: number): Promise<void>;
}
export function startModel(): Promise<Model>;
