import { randomId } from '../../worker/primitives/random-id.js';
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
  /** Number of memory workers that were lost, with what calls had written there. */
  readonly lost: number;
  /** Ends a simulation. `lost` is the number of lost workers at its beginning. */
  end(id: string, lost: number): Promise<MemoryEnd>;
}

const NOTHING: MemoryEnd = { items: [], reads: [], deltas: {} };
let simulations = 0;

/** One simulated run. Everything it writes stays here, and its reads see it. */
export class Simulation {
  /** Unique id. No page uses one twice. */
  readonly id: string;
  /** `true` if the run shows the user what a call would do. Nothing leaves the device then. */
  readonly forAsk: boolean;
  readonly #broker: Broker;
  readonly #chat: ChatService | undefined;
  readonly #items: Effect[] = [];
  #overlay: ChatOverlay | undefined;
  #reached = false;
  #memory: Promise<() => Promise<MemoryEnd>> | undefined;

  constructor(broker: Broker, chat: ChatService | undefined, forAsk = false) {
    simulations += 1;
    this.id = `sim-${Date.now().toString(36)}-${randomId(2)}-${simulations}`;
    this.forAsk = forAsk;
    this.#broker = broker;
    this.#chat = chat;
  }

  /** Returns the chat as the run sees it; `undefined` if none is open. */
  chat(): ChatOverlay | undefined {
    const current = this.#chat?.current();
    if (!this.#chat || !current) return undefined;
    this.#overlay ??= new ChatOverlay(this.#chat, current.chat);
    return this.#overlay;
  }

  /** Notes that the broker worker knows this simulation, so that `end` asks it for its effects. */
  reach(): void {
    this.#reached = true;
  }

  /** Notes the same for the memory worker. */
  reachMemory(access: Promise<SimulatedMemory>): void {
    this.#memory ??= access.then(
      (opened) => {
        const { lost } = opened;
        return () => opened.end(this.id, lost);
      },
      // What was never loaded holds nothing.
      () => async () => NOTHING,
    );
  }

  /** Adds an effect. */
  add(effect: Effect): void {
    this.#items.push(effect);
  }

  /** Ends the run, deletes its overlay, and returns everything it would have done. */
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

/** Freezes plain data deeply. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}
