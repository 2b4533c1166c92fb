import { Mutex } from '../../../worker/primitives/mutex.js';
import type { SchemaView } from '../../../worker/protocol/memory-types.js';
import type { GraphInfo, Memory, MemoryChat, MemoryGraph, QuarantinedMemory } from '../../index.js';
import { t } from '../i18n/text.js';
import { type ErrorView, viewError } from '../shared/error-text.js';

/** A long piece of work on a memory, and how far it has come. */
export interface LongWork {
  readonly label: string;
  /** From 0 to 1; nothing where that is not known. */
  readonly done?: number;
  /** Ends it; nothing of it has happened then. */
  readonly stop?: () => void;
}

/** One chat's memory, what is done with it, and what there is to say about it. `changed` is called after each step. */
export class MemoryController {
  readonly #memory: () => Memory | null;
  readonly #changed: (graphToo: boolean) => void;
  #off: (() => void) | undefined;
  #opened = 0;
  readonly #lists = new Mutex();
  graph: MemoryGraph | null = null;
  info: GraphInfo | null = null;
  schema: SchemaView = { types: [] };
  /** Chats that something is kept of, and the one that is open. */
  chats: readonly string[] = [];
  quarantined: readonly QuarantinedMemory[] = [];
  failed: ErrorView | null = null;
  /** What failed, in words. */
  failedAt = '';
  work: LongWork | null = null;
  /** The latest news; empty when they have been read. */
  news = '';
  /** The news can be taken back. */
  undoable = false;

  constructor(memory: () => Memory | null, changed: (graphToo: boolean) => void) {
    this.#memory = memory;
    this.#changed = changed;
  }

  get chat(): string {
    return this.graph?.chat ?? '';
  }

  /** Opens a chat's memory: this one, else the first that is kept, else a new one of that name. `again`: why it is tried again. */
  async open(chat: MemoryChat | string, fallback = '', again: ErrorView | null = null): Promise<void> {
    const memory = this.#memory();
    if (!memory) return;
    this.close();
    const turn = ++this.#opened;
    this.failed = again;
    this.failedAt = t('memory.notOpened');
    let wanted = chat;
    try {
      await this.list();
      if (wanted === '') wanted = this.chats[0] ?? fallback;
      const graph = await memory.open(wanted);
      const [info, schema] = await Promise.all([graph.info(), graph.getSchema()]);
      if (turn !== this.#opened) return;
      this.graph = graph;
      this.info = info;
      this.schema = schema;
      const offs = [
        graph.onChange((now) => {
          this.info = now;
          this.#changed(true);
        }),
        graph.onInjectionChanged(() => this.#changed(true)),
      ];
      this.#off = () => {
        for (const off of offs) off();
      };
    } catch (error) {
      if (turn !== this.#opened) return;
      const view = viewError(error);
      // It has been set aside, as it was: the chat begins anew, and the page says so.
      if (view.code === 'STORE_BROKEN' && !again) return this.open(wanted, fallback, view);
      this.fail(error, t('memory.notOpened'));
      await this.list().catch(() => {});
    }
    this.#changed(true);
  }

  close(): void {
    this.#opened += 1;
    this.#off?.();
    this.#off = undefined;
    this.graph = null;
    this.info = null;
  }

  /** Reads which chats there are, and what is set aside. */
  list(): Promise<void> {
    // One after another: an older list never takes the place of a newer one.
    return this.#lists.run(async () => {
      const memory = this.#memory();
      if (!memory) return;
      [this.chats, this.quarantined] = await Promise.all([memory.chats(), memory.quarantined()]);
      this.#changed(false);
    });
  }

  fail = (error: unknown, at = t('plugins.failed')): void => {
    this.failed = viewError(error);
    this.failedAt = at;
    this.#changed(false);
  };

  /** Changes the graph. `news` says so afterwards. @returns what the change answered, nothing where it failed. */
  async act<T>(news: string, change: (graph: MemoryGraph) => Promise<T>, failed?: string): Promise<T | undefined> {
    const { graph } = this;
    if (!graph) return undefined;
    this.failed = null;
    try {
      const answer = await change(graph);
      const wrong = (answer as { error?: unknown; rejected?: readonly { error: unknown }[] } | null) ?? {};
      const error = wrong.error ?? wrong.rejected?.[0]?.error;
      if (error) throw error;
      this.info = await graph.info();
      this.news = news;
      this.undoable = this.info.canUndo;
      if (!this.chats.includes(graph.chat)) await this.list();
      return answer;
    } catch (error) {
      this.fail(error, failed);
      return undefined;
    } finally {
      this.work = null;
      this.#changed(false);
    }
  }

  progress(work: LongWork): void {
    this.work = work;
    this.#changed(false);
  }

  /** Takes the last change back. */
  async undo(): Promise<void> {
    const undone = await this.act(t('memory.undone'), (graph) => graph.undo());
    if (undone === false) this.news = t('memory.nothingToUndo');
    this.undoable = false;
    this.#changed(false);
  }

  failureRead(): void {
    this.failed = null;
    this.#changed(false);
  }

  newsRead(): void {
    this.news = '';
    this.#changed(false);
  }
}
