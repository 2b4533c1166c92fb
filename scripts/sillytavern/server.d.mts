/** One request that has reached the server. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
}
/** Where a server keeps what. */
export interface Folders {
  readonly folder: string;
  readonly extensions: string;
  readonly settings: string;
}
/** A SillyTavern that runs. */
export interface Server extends Folders, AsyncDisposable {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  dispose(): void;
  output(): string;
  requests(): readonly SeenRequest[];
}
export function startServer(options: {
  readonly app: string;
  readonly seed?: string | undefined;
  readonly prepare?: (folders: Folders) => void | Promise<void>;
}): Promise<Server>;
