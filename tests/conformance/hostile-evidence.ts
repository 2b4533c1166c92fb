/** What was seen of one program. */
export interface Evidence {
  value?: unknown;
  values: unknown[];
  error?: {
    readonly code?: string;
    readonly message: string;
    readonly details?: {
      readonly stoppedBy?: string;
      readonly usage?: { readonly memoryBytes?: number };
      readonly [key: string]: unknown;
    };
  };
  late: boolean;
  ms: number;
  /** The most that any of its calls used, of those whose worker lived to tell. */
  memoryBytes?: number;
  neighbour?: string;
  neighbourAnswers?: boolean;
  stoppedBy: string;
  /** It did not load, where it was to be called. */
  failedToLoad?: boolean;
  /** Rings 1 and 2 were enough: the worker did not have to be ended. */
  workerLives?: boolean;
  /** A call after its last finds a guest that remembers nothing of it. */
  guestIsNew?: boolean;
  /** What a second call comes to. */
  again?: string;
  noopAtEnd?: number;
  readonly seen: Requests;
}

/** What the harmless capabilities were asked for. */
export interface Requests {
  noop: number;
  atOnce: number;
  most: number;
  /** Arguments of the requests, as JSON. */
  args: string[];
}
