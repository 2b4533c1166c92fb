import type { WithAsyncDispose } from '../../worker/protocol/disposable.js';
import type { Backup } from '../backup/index.js';
import type { Asks, Skills } from '../contracts/index.js';
import type { Memory } from '../memory/index.js';
import type { HostModels } from '../models/internal.js';
import type { OrchestratorApi } from '../orchestrator/index.js';
import type { Audit } from '../permissions/index.js';
import type { Plugins, Secrets } from '../plugins/index.js';
import type { ConnectOptions, Peer } from '../ports/index.js';
import type { TextCalls } from '../text-calls/internal.js';
import type { Diagnosis } from './doctor.js';
import type { HostStatus } from './status.js';
import type { Tools } from './tools.js';

/** One Bulkhead on one page. */
export interface Host extends WithAsyncDispose {
  readonly plugins: Plugins;
  readonly tools: Tools;
  /** The questions that wait for the user. Show them, or each is answered no. */
  readonly asks: Asks;
  readonly secrets: Secrets;
  /** The audit log, stored on this device. */
  readonly audit: Audit;
  /** Tools that models call by writing, where they have no tool calls of their own. */
  readonly skills: Skills;
  /** Reads the calls in models' texts. */
  readonly textCalls: TextCalls;
  /** Long-term memory of chats. @experimental */
  readonly memory: Memory;
  /** The page’s model: its profile, its key, and requests to its server. @experimental */
  readonly models: HostModels;
  /** Everything on this device as one file. */
  readonly backup: Backup;
  /** The API that orchestrators and their extensions know, by its own names. */
  readonly orchestrator: OrchestratorApi;
  /**
   * Lets an extension in a worker, an iframe or another realm register tools: the other end of `port` goes there, into
   * `connectToHost` of `bulkhead/extension`. Resolves when it has answered.
   * @throws `BAD_ARGS`, `WORKER_LOST` when nobody answers, `PROTOCOL_VIOLATION`, or the signal's reason.
   */
  connect(port: MessagePort, options: ConnectOptions): Promise<Peer>;
  /** Opens the store and the place for workers now instead of at the first use. */
  ready(): Promise<HostStatus>;
  status(): HostStatus;
  /** Lines to add to the page's CSP and its server, so that all walls stand. */
  doctor(): Promise<Diagnosis>;
  /** Ends every guest. Once it resolves, nothing any of them sent or sends has an effect. Plugins stay installed. */
  stopAll(): Promise<void>;
  /** The kill switch: `stopAll`, and from now on, after a reload too, no plugin runs until `resume`. What they have stored stays. */
  kill(): Promise<void>;
  /** Leaves safe mode: plugins that were on are on again. */
  resume(): Promise<void>;
  /**
   * Uninstalls without a trace: ends everything as `kill` does, then deletes all that is kept on this device, plugins, grants,
   * secrets, data and the log, with its databases. Other tabs on the same store end their plugins as soon as they are notified of
   * it, and write nothing back. Then the host is as on a first visit. What the elements remember of the user's choices is
   * theirs: `forgetChoices` of `bulkhead/ui`.
   * @throws `STORE_UNAVAILABLE`, `STORE_FAILED`, within five seconds: everything has ended, and what was kept is still
   * there as a whole, as it was; or goes as a whole, where something else has it open, once that lets go. Call it again.
   */
  erase(): Promise<void>;
  /** Called after every change of plugins, workers or walls. @returns a function that ends it. */
  onChange(listener: () => void): () => void;
  /** Ends everything and frees it; every later call rejects with `HOST_DISPOSED`. `await using` calls it. */
  dispose(): Promise<void>;
}
