import type { Effect, Effects, ReadMark } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Services } from '../contracts/index.js';
import type { Policy } from '../questions/index.js';
import type { OpenDoor } from './memory-ports.js';

/** The part of effects that is about one chat's memory. */
export class MemoryCommit {
  readonly #effects: Effects;
  readonly #items: readonly Effect[];
  readonly #reads: readonly ReadMark[];
  readonly #chat: string | undefined;
  #done = false;

  /** @throws `BAD_ARGS` for what no simulation answers. */
  constructor(effects: Effects) {
    const items = effects.items.filter((effect) => effect.kind === 'memory');
    const reads = effects.reads.filter((mark) => mark.kind === 'memory');
    const [first] = [...items, ...reads];
    this.#effects = effects;
    this.#items = items;
    this.#reads = reads;
    this.#chat = first?.chat;
    if (![...items, ...reads].every(({ chat }) => typeof chat === 'string' && chat === first?.chat)) {
      throw new BulkheadError('BAD_ARGS', 'commit takes the effects of a simulation of one chat');
    }
  }

  /** @throws `EFFECTS_STALE` where another chat is open. */
  sameChat(policy: Policy): void {
    if (this.#chat !== undefined && policy.memory() !== this.#chat) {
      throw new BulkheadError('EFFECTS_STALE', 'another chat is open: simulate again');
    }
  }

  /** Makes it real, as one change. @throws `EFFECTS_STALE`. */
  async apply(services: Services, open: OpenDoor): Promise<void> {
    const chat = services.memory?.current();
    if (this.#chat === undefined || !chat) return;
    await (await open()).commit(chat, this.#effects.id, this.#items, this.#reads);
    this.#done = this.#items.length > 0;
  }

  /** Takes it back, where nothing has come after it. */
  async rollback(open: OpenDoor): Promise<void> {
    if (this.#done && this.#chat !== undefined) await (await open()).undo(this.#chat);
  }
}
