import type { Effect, Effects, ReadMark } from '../../worker/protocol/effects.js';
import type { ChatService } from '../contracts/index.js';
import type { Broker } from '../workers/index.js';
import { ChatOverlay } from './chat-overlay.js';

/** What a simulation has read and written of chats' memory. */
export interface MemoryEnd {
  readonly items: readonly Effect[];
  readonly reads: readonly ReadMark[];
  readonly deltas: { readonly [store: string]: unknown };
}

/** The memory of the page, as far as a simulation needs it. */
export interface SimulatedMemory {
  /** How many workers have been lost, with what calls had written there. */
  readonly lost: number;
  /** Ends a simulation. `lost`: as many as had been lost when it began. */
  end(id: string, lost: number): Promise<MemoryEnd>;
}

const NOTHING: MemoryEnd = { items: [], reads: [], deltas: {} };
let simulations = 0;

/** One simulated run: everything it writes stays here, and everything it reads sees it. */
export class Simulation {
  /** Never used twice, by any page. */
  readonly id: string;
  /** True while the user is being shown what a call would do: nothing leaves the device then. */
  readonly preview: boolean;
  readonly #broker: Broker;
  readonly #chat: ChatService | undefined;
  readonly #items: Effect[] = [];
  #overlay: ChatOverlay | undefined;
  #reached = false;
  #memory: Promise<() => Promise<MemoryEnd>> | undefined;

  constructor(broker: Broker, chat: ChatService | undefined, preview = false) {
    simulations += 1;
    this.id = `sim-${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}-${simulations}`;
    this.preview = preview;
    this.#broker = broker;
    this.#chat = chat;
  }

  /** The chat as the run sees it. `undefined` when none is open. */
  chat(): ChatOverlay | undefined {
    const current = this.#chat?.current();
    if (!this.#chat || !current) return undefined;
    this.#overlay ??= new ChatOverlay(this.#chat, current.chat);
    return this.#overlay;
  }

  /** `true` if the broker worker knows this simulation. It is then asked for its effects at the end. */
  reach(): void {
    this.#reached = true;
  }

  /** So has the memory's worker. */
  reachMemory(door: Promise<SimulatedMemory>): void {
    this.#memory ??= door.then(
      (opened) => {
        const { lost } = opened;
        return () => opened.end(this.id, lost);
      },
      // What was never loaded holds nothing.
      () => async () => NOTHING,
    );
  }

  /** Adds what would have happened. */
  add(effect: Effect): void {
    this.#items.push(effect);
  }

  /** Ends it: all that it would have done. Its overlay is gone then. */
  async end(): Promise<Effects> {
    const chat = this.#overlay;
    const others = chat?.changed ? { chat: await chat.states() } : {};
    const kept =
      this.#reached || chat?.changed
        ? await this.#broker.call('endSimulation', { id: this.id, others })
        : { items: [], reads: [], deltas: {} };
    const memory = (await (await this.#memory)?.()) ?? NOTHING;
    const items = [...kept.items, ...memory.items, ...this.#items, ...(chat?.effects ?? [])];
    const reads: ReadMark[] = [...kept.reads, ...memory.reads, ...(chat?.reads ?? [])];
    const unvalidated = items.some(({ kind }) => kind === 'net' || kind === 'unknown');
    return freeze({ id: this.id, items, reads, unvalidated, deltas: { ...kept.deltas, ...memory.deltas } });
  }
}

/** Freezes plain data as deep as it goes. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}
