import { BulkheadError } from '../../worker/protocol/errors.js';
import type { ForkedChild, LLMAdapter } from '../engine/index.js';
import { createAgent } from '../engine/internal.js';
import { Answer } from './answer.js';
import type { ConversationsParts } from './conversations.js';
import { endOfMessage, toLines } from './lines.js';
import { ModelTap } from './tap.js';
import type { ChatLine, ChatRecord } from './types.js';

const NONE: readonly ChatLine[] = [];

/** One session as it is shown: what was said in it, and the turn that runs. */
export class Conversation {
  readonly id: string;
  readonly #parts: ConversationsParts;
  readonly #tap = new ModelTap();
  /** An agent of its own, so that the model knows for whom it answers. */
  readonly agent;
  #lines = NONE;
  /** Records that are kept of it. */
  #count = 0;
  #answer: Answer | undefined;
  #stop: AbortController | undefined;
  /** What is asked now has been asked before, and is kept. */
  #isAgain = false;
  #shown = { before: NONE, now: NONE, all: NONE };

  constructor(id: string, parts: ConversationsParts) {
    this.id = id;
    this.#parts = parts;
    this.agent = createAgent({ ...parts.config(id), storage: parts.storage, llm: this.#tap });
  }

  /** Reads what is kept of it. */
  async load(): Promise<void> {
    const records = await this.#parts.storage.records(this.id);
    this.#lines = toLines(records);
    this.#count = records.length;
  }

  get busy(): boolean {
    return this.#stop !== undefined;
  }

  /** What the user has said last, as long as nothing of its turn is kept and it is not kept from before. */
  get unkept(): string {
    const answer = this.#answer;
    return answer && !answer.isKept && !this.#isAgain ? answer.input : '';
  }

  get lines(): readonly ChatLine[] {
    const before = this.#lines;
    const now = this.#answer?.lines;
    if (!now) return before;
    if (this.#shown.before !== before || this.#shown.now !== now) {
      this.#shown = { before, now, all: [...before, ...now] };
    }
    return this.#shown.all;
  }

  /** Says something, or asks anew in place of a line of the user's. A failure of the model is in its line. @throws `BAD_ARGS` while it is busy. */
  async send(input: string, model: LLMAdapter | undefined, instead?: ChatLine): Promise<void> {
    if (this.busy) throw new BulkheadError('BAD_ARGS', 'an answer is being written in this session');
    const { storage, calls, now, changed } = this.#parts;
    const stop = new AbortController();
    this.#stop = stop;
    try {
      const isCurrent = await this.#isCurrent();
      // What comes after it goes: that is to be no more than is seen.
      if (instead && !isCurrent) throw changedElsewhere();
      // What could not be kept has no place in the session.
      const at = instead && instead.at >= 0 ? instead.at : undefined;
      if (instead && at !== undefined) await this.#recordsWith(instead);
      const before = this.#lines;
      if (instead) this.#lines = before.slice(0, before.indexOf(instead));
      const answer = new Answer({ session: this.id, input, at: at ?? this.#count, calls, now, changed });
      this.#answer = answer;
      this.#isAgain = at !== undefined && input === instead?.text;
      const leave = storage.follow(this.id, answer);
      this.#tap.listen(answer.tap(model));
      changed();
      await this.#turn(answer, stop.signal, at);
      leave();
      if (instead && !answer.isKept && answer.input === instead.text) {
        // There is no other answer: the one that was there stays.
        this.#lines = [...before, ...answer.lines.slice(1)];
      } else {
        this.#lines = [...this.#lines, ...answer.lines];
        this.#count = answer.count;
      }
    } finally {
      this.#answer = undefined;
      this.#stop = undefined;
      changed();
    }
  }

  async #turn(answer: Answer, signal: AbortSignal, at: number | undefined): Promise<void> {
    const { onToolCall, onToolResult, input } = answer;
    try {
      const { turn } = await this.agent.turn(this.id, input, { signal, at, onToolCall, onToolResult });
      if (turn.stopReason) answer.stopRounds();
    } catch (error) {
      const left = answer.cut(signal.aborted ? 'stopped' : 'failed', error);
      // What was said again without an answer is there already.
      if (left.length === 1 && !answer.isKept && this.#isAgain) return;
      // Only its first records take others' place: what has been kept of it since stays.
      const place = answer.isKept ? undefined : at;
      if (left.length > 0) await this.#parts.storage.append(this.id, left, {}, place).catch(answer.fail);
    }
  }

  /** Ends the turn. What was said until now stays. */
  stop(): void {
    this.#stop?.abort(new DOMException('stopped by the user', 'AbortError'));
  }

  /** Makes a child that knows what was said up to a line, with that or `before` it. */
  async fork(line: ChatLine, label: string, { before = false } = {}): Promise<ForkedChild> {
    const records = await this.#recordsWith(line);
    return this.agent.forkSession(this.id, { label, upTo: line.at + (before ? 0 : endOfMessage(records, 0)) });
  }

  /** @throws `BAD_ARGS` for a line that is not there. */
  find(lineId: string): ChatLine {
    const line = this.lines.find(({ id }) => id === lineId);
    if (!line) throw new BulkheadError('BAD_ARGS', 'this message is not there any more');
    return line;
  }

  /** The last thing that the user has said, up to a line. */
  lastSaid(upTo?: ChatLine): ChatLine | undefined {
    const { lines } = this;
    const said = upTo ? lines.slice(0, lines.indexOf(upTo) + 1) : lines;
    return said.findLast(({ role }) => role === 'user');
  }

  /** As much is kept as is known; else it is read anew, as another tab has changed it. */
  async #isCurrent(): Promise<boolean> {
    const from = Math.max(0, this.#count - 1);
    const records = await this.#parts.storage.records(this.id, from, this.#count + 1);
    if (records.length === this.#count - from) return true;
    await this.load();
    return false;
  }

  /** The records of a line, itself the first, when it is still where it was: another tab may have changed it. */
  async #recordsWith(line: ChatLine): Promise<readonly ChatRecord[]> {
    const records = await this.#parts.storage.records(this.id, line.at, line.at + 1 + line.calls.length);
    const { role, content } = records[0] ?? {};
    if (role === line.role && content === line.text) return records;
    await this.load();
    this.#parts.changed();
    throw changedElsewhere();
  }
}

const changedElsewhere = () => new BulkheadError('BAD_ARGS', 'this session has changed elsewhere: look at it again');
