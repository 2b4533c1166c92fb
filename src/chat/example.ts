import { BulkheadError } from '../../worker/protocol/errors.js';
import { type Completion, type LLMAdapter, type Message, type Recording, scriptedModel } from '../engine/index.js';
import type { Host, PluginInfo } from '../index.js';
import type { ChatRoom } from './chat.js';

/** A recorded conversation that goes one way when a call was allowed and another when it was refused. */
export interface RecordedExample {
  /** Names its session. */
  readonly title: string;
  /** What the user says in it. */
  readonly say: string;
  /** Up to the call that is asked about. */
  readonly begin: Recording;
  readonly allowed: Recording;
  readonly refused: Recording;
}

/** The example that a chat can play. */
export interface ChatExample {
  /** The plugin whose tools it calls. */
  readonly plugin: { readonly id: string; readonly url: string };
  /** Reads the recording, in a language. */
  readonly recording: (language: string) => Promise<RecordedExample>;
}

/** How it stands with the example. */
export interface ExampleState {
  /** The plugin, once it is installed. */
  readonly plugin: PluginInfo | null;
  /** The session that it was played in last; empty before. */
  readonly session: string;
  readonly playing: boolean;
  /** Why it could not begin. */
  readonly failure?: unknown;
}

/** Plays an example: installs its plugin with what that asks for, and lets the recorded model talk in a session of its own. */
export class ExamplePlayer {
  readonly #room: ChatRoom;
  readonly #host: Pick<Host, 'plugins'>;
  readonly #example: ChatExample;
  readonly #pace: () => Promise<void>;
  #state: ExampleState = { plugin: null, session: '', playing: false };

  /** `pace`: waits between two words. Default: not at all. */
  constructor(
    room: ChatRoom,
    host: Pick<Host, 'plugins'>,
    example: ChatExample,
    pace: () => Promise<void> = async () => {},
  ) {
    this.#room = room;
    this.#host = host;
    this.#example = example;
    this.#pace = pace;
  }

  get state(): ExampleState {
    return this.#state;
  }

  /** True where nothing is kept: neither sessions nor plugins. */
  async isFirst(): Promise<boolean> {
    return this.#room.state.sessions.length === 0 && (await this.#host.plugins.list()).length === 0;
  }

  /** Looks whether the plugin is there, e.g. after a reload. */
  async look(): Promise<void> {
    this.#change({ plugin: await this.#find() });
  }

  /** Plays it once, from its beginning. What goes wrong before it can begin is in `state`. */
  async play(language: string): Promise<void> {
    if (this.#state.playing) return;
    this.#change({ playing: true, failure: undefined });
    try {
      const { id, url } = this.#example.plugin;
      const recorded = await this.#example.recording(language);
      const session = await this.#room.create({ label: recorded.title, recorded: true });
      this.#change({ session });
      // One that the user has switched off, or has changed what it may do, stays as it is.
      if (!(await this.#find())) await this.#host.plugins.install({ url }, { enable: true, allow: 'all' });
      this.#change({ plugin: await this.#find() });
      if (this.#state.plugin?.id !== id) throw new BulkheadError('PLUGIN_NOT_FOUND', `there is no plugin ${id}`);
      this.#room.play({ name: recorded.title, llm: recordedModel(recorded, this.#pace) });
      await this.#room.sendTo(session, recorded.say);
    } catch (failure) {
      this.#change({ failure });
    } finally {
      this.#change({ playing: false });
    }
  }

  async #find(): Promise<PluginInfo | null> {
    return (await this.#host.plugins.list()).find(({ id }) => id === this.#example.plugin.id) ?? null;
  }

  #change(change: Partial<ExampleState>): void {
    this.#state = { ...this.#state, ...change };
    this.#room.renew();
  }
}

/** The model of a recorded example: what it says depends on nothing but what became of its first call. */
export function recordedModel({ begin, allowed, refused }: RecordedExample, pace: () => Promise<void>): LLMAdapter {
  const next = (messages: readonly Message[]): LLMAdapter => {
    const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
    const said = turn.filter(({ role }) => role === 'assistant').length;
    const result = turn.find(({ role }) => role === 'tool');
    const rest = result === undefined || isData(result.content) ? allowed : refused;
    const answers: readonly Completion[] = [...begin.answers, ...rest.answers];
    return scriptedModel({ ...begin, answers: answers.slice(said, said + 1) });
  };
  return {
    complete: (messages, options) => next(messages).complete(messages, options),
    async *stream(messages, options) {
      for await (const piece of next(messages).stream?.(messages, options) ?? []) {
        await pace();
        yield piece;
      }
    },
  };
}

/** What a tool has answered is data; a refusal is a sentence. */
const isData = (content: string): boolean => /^\s*[[{]/u.test(content);

/** Reads a file of examples by language. @throws `BAD_ARGS` for what is none. */
export function readExample(file: unknown, language: string): RecordedExample {
  const all = Object(file) as { readonly [language: string]: RecordedExample | undefined };
  const found = all[language] ?? all.en;
  if (!found?.begin || !found.allowed || !found.refused)
    throw new BulkheadError('BAD_ARGS', 'this is no recorded example');
  return found;
}
