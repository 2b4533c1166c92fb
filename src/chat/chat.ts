import { randomId } from '../../worker/primitives/random-id.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { type AgentConfig, createSession, type Skill, type StorageAdapter } from '../engine/index.js';
import { createAgent, type EngineAgent, type ProfileStore, type StoredSession } from '../engine/internal.js';
import type { Host } from '../index.js';
import { chatTools, OpenCalls } from './calls.js';
import type { Conversation } from './conversation.js';
import { Conversations } from './conversations.js';
import { chatProfiles, forkLimit } from './forks.js';
import { forkLabel, labelOf } from './labels.js';
import { type ChatMode, ChatModes } from './modes.js';
import { SessionMemories } from './session-memories.js';
import { Sessions } from './sessions.js';
import { ChatSkills, toolsOf } from './skills.js';
import { type ChatStorage, chatStorage } from './storage.js';
import type { ChatModel, ChatState, NamedModel } from './types.js';
import { Watched } from './watched.js';

/** Rounds of calls that one message may lead to. */
const MAX_TOOL_ROUNDS = 12;

/** What a chat is made of. */
export interface ChatParts {
  readonly host: Pick<Host, 'tools' | 'skills' | 'orchestrator'> & Partial<Pick<Host, 'memory'>>;
  readonly storage: StorageAdapter;
  readonly skills: readonly Skill[];
  readonly systemPrompt: string;
  readonly now: () => number;
  readonly profiles?: ProfileStore | undefined;
}

/** Conversations with a model over the tools of a host: kept sessions, their tree, and what is said in them now. */
export class ChatRoom {
  readonly #parts: ChatParts;
  readonly #storage: ChatStorage;
  readonly #calls = new OpenCalls();
  readonly #skills: ChatSkills;
  readonly #profiles = chatProfiles();
  readonly #modes: ChatModes;
  /** For what belongs to no conversation. */
  readonly #agent: EngineAgent;
  readonly #sessions: Sessions;
  readonly #memories: SessionMemories;
  readonly #open: Conversations;
  readonly #watched = new Watched<ChatState>(() => this.#look());
  #current = '';
  #ready = false;
  #model: NamedModel | null = null;
  #recorded: NamedModel | null = null;
  #removed: { readonly label: string; readonly sessions: readonly StoredSession[] } | undefined;

  constructor(parts: ChatParts) {
    const { host, storage, skills, now, profiles } = parts;
    this.#parts = parts;
    this.#storage = chatStorage(storage);
    this.#modes = new ChatModes(host, this.#watched.changed, profiles);
    this.#skills = new ChatSkills(host, skills);
    this.#agent = createAgent({ storage: this.#storage });
    this.#sessions = new Sessions(this.#storage);
    const memory = { memory: host.memory, sessions: this.#sessions, read: () => this.#read() };
    const model = () => this.#model?.llm;
    this.#memories = new SessionMemories({ ...memory, changed: this.#watched.changed, model });
    const shared = { config: this.#config, storage: this.#storage, calls: this.#calls, now };
    this.#open = new Conversations({ ...shared, changed: this.#watched.changed });
  }

  /** All that is shown; the same object until something changes. */
  get state(): ChatState {
    return this.#watched.value;
  }

  /** Called after changes, once for all of one turn of the page. @returns a function that ends it. */
  onChange(listener: () => void): () => void {
    return this.#watched.onChange(listener);
  }

  /** Reads what is kept, and opens the session in which something was said last. */
  async begin(): Promise<void> {
    await this.#read();
    if (this.#current === '') await this.open(this.#sessions.latest);
    this.#ready = true;
    this.#watched.changed();
  }

  /** The model that answers from now on; `null` for none. */
  connect(model: NamedModel | null): void {
    this.#model = model;
    this.#watched.changed();
  }

  /** How messages are answered from now on; runs that are only a `review` change nothing. */
  choose(mode: ChatMode, { review = false } = {}): void {
    this.#modes.choose(mode, review);
  }

  /** Does what the rehearsed run would have done, or forgets it. */
  answerRehearsal(what: 'commit' | 'discard'): Promise<void> {
    return this.#modes.answer(what);
  }

  /** What plays in sessions that are a recorded example. */
  play(model: NamedModel): void {
    this.#recorded = model;
    this.#watched.changed();
  }

  /** Opens a session; an id that nobody knows opens none. */
  async open(id: string): Promise<void> {
    this.#current = this.#sessions.has(id) ? id : '';
    this.#watched.changed();
    if (this.#current !== '') await this.#open.get(id);
    this.#watched.changed();
  }

  /** Begins a session, and opens it. @returns its id. */
  async create({ label = '', recorded = false } = {}): Promise<string> {
    const id = randomId();
    const metadata = recorded ? { recorded } : {};
    await createSession({ id, label, metadata, systemPrompt: this.#parts.systemPrompt, storage: this.#storage });
    await this.#read();
    await this.open(id);
    return id;
  }

  /** Says something in the open session, or in a new one. */
  async send(text: string): Promise<void> {
    await this.sendTo(this.#current === '' ? await this.create() : this.#current, text);
  }

  /** Says something in a session, whichever is open. */
  sendTo = (id: string, text: string): Promise<void> => this.#say(id, text);

  /** What the user has said and would be lost, were the page to end now: a turn is kept from its first calls or its end on. */
  get unkept(): readonly { readonly session: string; readonly text: string }[] {
    return this.#open.unkept.filter(({ session }) => this.#modelOf(session).kind !== 'recorded');
  }

  /** Ends what is being written in the open session. */
  stop = (): void => this.#open.known(this.#current)?.stop();

  /** Stops one call; the model reads that, and goes on. */
  stopCall(id: number): void {
    this.#calls.stop(id);
  }

  /** Asks again for what a line answers. The answer of now stays until there is another one; one in the middle stays in the tree. */
  async retry(lineId: string): Promise<void> {
    const conversation = await this.#open.get(this.#current);
    const said = conversation.lastSaid(conversation.find(lineId));
    if (said) await this.#sayInstead(conversation, said.id, said.text);
  }

  /** Says something else in the place of a message of the user's: of the last one there; of others in a fork, so that nothing is lost. */
  async edit(lineId: string, text: string): Promise<void> {
    await this.#sayInstead(await this.#open.get(this.#current), lineId, text);
  }

  /** Forks a session: at a line, or where it is. Opens the fork. @returns its id. */
  async fork(id: string, lineId?: string): Promise<string> {
    const conversation = await this.#open.get(id);
    const label = forkLabel(this.#sessions.get(id).label, this.state.sessions);
    const child = await (lineId === undefined
      ? conversation.agent.forkSession(id, { label, context: 'inherit' })
      : conversation.fork(conversation.find(lineId), label));
    await this.#read();
    await this.#memories.forked(id, await this.#open.get(child.id));
    await this.open(child.id);
    return child.id;
  }

  async rename(id: string, label: string): Promise<void> {
    await this.#agent.renameSession(id, label);
    await this.#read();
  }

  /** Remembers what is said in a session, also what was said before, or takes that away again. @throws as `host.memory.open`. */
  remember = async (id: string, on: boolean): Promise<void> => this.#memories.remember(await this.#open.get(id), on);

  /** Lets the connected model write a session's memory, or ends that; what it has written stays. */
  extract = async (id: string, on: boolean): Promise<void> => this.#memories.extract(await this.#open.get(id), on);

  /** Nothing is said in it any more, until it is brought back. */
  async archive(id: string): Promise<void> {
    const status = this.#sessions.get(id).status === 'archived' ? 'active' : 'archived';
    await this.#storage.append(id, [], { status });
    await this.#read();
  }

  /** Removes a session with all that was forked of it; until the next removal that can be undone. */
  async remove(id: string): Promise<void> {
    const { label } = this.#sessions.get(id);
    for (const one of this.#sessions.withForks(id)) this.#open.drop(one);
    this.forgetRemoved();
    this.#removed = { label, sessions: await this.#agent.removeSession(id) };
    await this.#read();
    if (!this.#sessions.has(this.#current)) await this.open(this.#sessions.latest);
  }

  /** Takes the last removal back. */
  async undo(): Promise<void> {
    const removed = this.#removed;
    if (!removed) return;
    this.#removed = undefined;
    await this.#agent.restoreSessions(removed.sessions);
    await this.#read();
    await this.open(removed.sessions[0]?.session.id ?? '');
  }

  /** The last removal is for good. */
  forgetRemoved(): void {
    this.#memories.forgetAll(this.#removed?.sessions ?? []);
    this.#removed = undefined;
    this.#watched.changed();
  }

  /** Switches a skill for the open session. @throws `BAD_ARGS` for one that its parent may not read. */
  async switchSkill(name: string, on: boolean): Promise<void> {
    const names = this.#skills.getAll().map((skill) => skill.name);
    const changed = await this.#sessions.switchSkill(this.#current, names, name, on);
    // What a session may read is read when its agent takes it up.
    for (const id of changed) this.#open.known(id)?.agent.detach(id);
    await this.#read();
  }

  /** Something that is shown has changed elsewhere. */
  renew(): void {
    this.#watched.changed();
  }

  async #sayInstead(conversation: Conversation, lineId: string, text: string): Promise<void> {
    const line = conversation.find(lineId);
    if (line.role !== 'user') throw new BulkheadError('BAD_ARGS', 'only what a user has said can be said anew');
    if (line === conversation.lastSaid()) return this.#say(conversation.id, text, line.id);
    const child = await conversation.fork(line, labelOf(text), { before: true });
    await this.#read();
    await this.#memories.forked(conversation.id, await this.#open.get(child.id));
    await this.open(child.id);
    await this.#say(child.id, text);
  }

  async #say(id: string, text: string, instead?: string): Promise<void> {
    const conversation = await this.#open.get(id);
    const { label } = this.#sessions.get(id);
    // The recording is one turn; who goes on with it talks to a model.
    const isPlayed = this.#sessions.isRecorded(id) && [undefined, instead].includes(conversation.lines[0]?.id);
    const plain = (isPlayed ? this.#recorded : this.#model)?.llm;
    const llm = plain && !isPlayed ? await this.#memories.shown(plain, conversation, text) : plain;
    const model = llm && !isPlayed ? this.#modes.model(llm, id, () => this.#withheld(id)) : llm;
    const sending = conversation.send(text, model, instead === undefined ? undefined : conversation.find(instead));
    await Promise.all([sending, label === '' && this.rename(id, labelOf(text))]);
    await this.#memories.said(conversation).catch(reportError);
    await this.#read();
  }

  /** Tools of skills that are off in a session. */
  #withheld = (id: string) => toolsOf(this.#parts.host, this.#sessions.off(id, this.#skills.getAll()));

  /** What the agent of a session is made of. */
  #config = (id: string): AgentConfig => {
    const tools = chatTools(this.#parts.host, this.#calls, () => this.#withheld(id));
    const { splitGuard, begin } = forkLimit(() => this.#open.isBusy(id));
    return {
      capabilities: { tools, skills: this.#skills, profiles: this.#profiles },
      ...{ maxToolRounds: MAX_TOOL_ROUNDS, splitGuard },
      hooks: { onRoundStart: begin, onSessionFork: () => this.#read() },
    };
  };

  async #read(): Promise<void> {
    await this.#sessions.read(await this.#agent.listSessions());
    this.#watched.changed();
  }

  #look(): ChatState {
    const conversation = this.#open.known(this.#current);
    return {
      ready: this.#ready,
      sessions: this.#sessions.rows(this.#open.isBusy, this.#memories.extractionOf),
      current: this.#current,
      lines: conversation?.lines ?? [],
      busy: conversation?.busy === true,
      skills: this.#sessions.skills(this.#current, this.#skills.getAll()),
      model: this.#modelOf(this.#current),
      ...this.#modes.state(this.#current),
      ...(this.#removed && { removed: { label: this.#removed.label, count: this.#removed.sessions.length } }),
    };
  }

  #modelOf(id: string): ChatModel {
    if (this.#sessions.isRecorded(id)) {
      const { turns } = this.#sessions.get(id);
      // Once it has played, what is said next is answered by the model, if there is one.
      const isPlayed = turns === 1 && !this.#open.isBusy(id) && this.#model;
      if (turns <= 1 && !isPlayed) return { kind: 'recorded' };
    }
    return this.#model ? { kind: 'connected', name: this.#model.name } : { kind: 'none' };
  }
}
