import type { BulkheadMemory } from '../../../ui/memory/memory.js';
import { make } from '../base/dom.js';
import type { Parts } from '../base/parts.js';
import type { MemoryGate } from './gate.js';
import { chatTarget } from './target.js';

interface TableParts extends Pick<Parts, 'host' | 'words' | 'context' | 'fail'> {
  readonly gate: Pick<MemoryGate, 'load'>;
}

/** All memories of the open chat, in a fold: what shows them is loaded, and the memory opened, when it is unfolded. */
export class MemoryTable {
  readonly element = make('details', { testid: 'chat-memory-table' });
  readonly #parts: TableParts;
  #table: BulkheadMemory | undefined;
  /** The chat that was shown by itself; the user may have chosen another. */
  #chat: string | undefined;

  constructor(parts: TableParts) {
    this.#parts = parts;
    const { words, fail } = parts;
    this.element.append(make('summary', { textContent: words('memory.table') }));
    this.element.addEventListener('toggle', () => {
      if (this.element.open) this.#open().catch(fail);
      else this.close();
    });
  }

  /** Shows the chat that is open now. */
  show(): void {
    if (this.element.open && this.#table && this.#here() !== this.#chat) this.#open().catch(this.#parts.fail);
  }

  close(): void {
    this.#table?.remove();
    this.#table = undefined;
  }

  async #open(): Promise<void> {
    const { host, context, gate } = this.#parts;
    const [{ BulkheadMemory }, memory] = await Promise.all([import('../../../ui/memory/memory.js'), gate.load()]);
    // Followed, and kept with its file, whoever writes to it.
    await memory.openSession(context());
    if (!this.element.open) return;
    this.#chat = this.#here();
    memory.onGone = (chat) => this.#gone(chat);
    const table = this.#table ?? new BulkheadMemory();
    table.memory = host.memory;
    // SillyTavern’s button of that name makes a chat; here it would only make a memory of none.
    table.bound = true;
    table.chat = this.#chat ?? '';
    this.#table = table;
    if (!table.isConnected) this.element.append(table);
  }

  /** A chat that is gone is not shown any more, nor in the list. */
  #gone(chat: string): void {
    const table = this.#table;
    if (table?.chat === chat) table.chat = this.#here() ?? '';
    else void table?.list();
  }

  #here(): string | undefined {
    return chatTarget(this.#parts.context())?.id;
  }
}
