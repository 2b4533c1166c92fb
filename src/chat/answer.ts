import type { Completion, LLMAdapter, Message, ParsedCall, ToolOutcome } from '../engine/index.js';
import { toMessages } from '../engine/internal.js';
import { callEnd, keptFailure, type OpenCall, type OpenCalls } from './calls.js';
import { emptyCall, emptyLine } from './lines.js';
import type { Keeping } from './storage.js';
import type { Tap } from './tap.js';
import type { ChatCall, ChatLine, ChatRecord } from './types.js';

const STOPPED = { code: 'STOPPED', message: 'the user has stopped it' };

/** What a turn is made of. */
export interface AnswerParts {
  readonly session: string;
  readonly input: string;
  /** The place of its first record. */
  readonly at: number;
  readonly calls: OpenCalls;
  readonly now: () => number;
  readonly changed: () => void;
}

/** A call that has been asked for, and what it came to. */
interface Made {
  readonly open: OpenCall;
  /** The message for the model, once there is one. */
  result?: ChatRecord;
}

/** One turn while it runs: what was said, the pieces of the answers, their calls, and how much of it is kept. */
export class Answer implements Keeping {
  readonly #parts: AnswerParts;
  readonly #made = new Map<string, Made>();
  /** Calls of the answer before, whose results are not kept yet. */
  #open: string[] = [];
  #at: number;
  /** Records before the user's own in what is kept first. */
  #lead = 0;
  #over = false;
  #lines: readonly ChatLine[];

  constructor(parts: AnswerParts) {
    this.#parts = parts;
    this.#at = parts.at;
    this.#lines = [emptyLine('user', parts.input)];
  }

  get lines(): readonly ChatLine[] {
    return this.#lines;
  }

  get input(): string {
    return this.#parts.input;
  }

  /** Something of it is kept. */
  get isKept(): boolean {
    return (this.#lines[0]?.at ?? -1) >= 0;
  }

  /** How many records the session has by now. */
  get count(): number {
    return this.#at;
  }

  /** Listens to the model's answers. */
  tap(model: LLMAdapter | undefined): Tap {
    return {
      model,
      // A model that ignores the stop may continue. Its answer is dropped.
      begin: () => this.#over || this.#add({ ...emptyLine('assistant'), streaming: true }),
      piece: (text) => this.#over || this.#change((line) => ({ ...line, text: line.text + text })),
      end: ({ content }: Completion) =>
        this.#over || this.#change((line) => ({ ...line, text: content ?? '', streaming: false })),
    };
  }

  onToolCall = ({ id, name, args }: ParsedCall): void => {
    const { session, calls, now } = this.#parts;
    const call = emptyCall(name, args, now());
    const update = (change: Partial<ChatCall>) => this.#update(call.id, change);
    const open = calls.begin({ session, call: id, id: call.id, update });
    this.#made.set(id ?? '', { open });
    this.#open.push(id ?? '');
    this.#change((line) => ({ ...line, calls: [...line.calls, call] }));
  };

  onToolResult = (outcome: ToolOutcome): void => {
    const made = this.#made.get(outcome.toolCallId ?? '');
    if (!made || made.result) return;
    this.#settle(made, callEnd(outcome, made.open.thrown), outcome);
  };

  dress(records: readonly Message[]): readonly ChatRecord[] {
    // Before what is said now stands what a page has left open that was closed meanwhile.
    const user = records.findIndex(({ role }) => role === 'user');
    this.#lead = Math.max(0, user);
    return records.map((record) => this.#leave(record.toolCallId ?? '')[0] ?? record);
  }

  kept(count: number, at = this.#at): void {
    const [first, ...rest] = this.#lines;
    const from = at + this.#lead;
    this.#at = at + count;
    this.#open = [];
    const last = rest.pop();
    if (!first) return;
    const said = first.at < 0 ? { ...first, at: from } : first;
    this.#lines = last ? [said, ...rest, { ...last, at: this.#at - 1 }] : [said];
    this.#parts.changed();
  }

  /** It ended before the model had done. @returns the records that are to be kept of what is not kept yet. */
  cut(ended: 'stopped' | 'failed', failure: unknown): readonly ChatRecord[] {
    this.#over = true;
    const left: ChatRecord[] = [];
    const [user] = this.#lines;
    if (user && user.at < 0) left.push({ role: 'user', content: user.text });
    for (const key of this.#open) left.push(...this.#leave(key));
    // Nothing has come yet of the answer that was waited for.
    const isWaiting = this.#lines.at(-1)?.streaming !== true;
    if (isWaiting && (ended === 'failed' || this.#lines.length === 1)) this.#add(emptyLine('assistant'));
    this.#change((line) => ({ ...line, streaming: false, ended, ...(ended === 'failed' && { failure }) }));
    const last = this.#lines.at(-1);
    if (last && last.at < 0 && last.text !== '') left.push({ role: 'assistant', content: last.text, ended });
    return left;
  }

  /** It could not be kept. */
  fail = (failure: unknown): void => {
    this.#change((line) => ({ ...line, ended: 'failed', failure }));
  };

  /** The limit of rounds has ended it. */
  stopRounds(): void {
    this.#change((line) => ({ ...line, ended: 'rounds' }));
  }

  /** What is kept of a call when its turn ends before its result has been read. */
  #leave(key: string): ChatRecord[] {
    const made = this.#made.get(key);
    if (!made) return [];
    if (!made.result) {
      const { answer } = made.open;
      const about = { toolCallId: key, toolName: '', args: {} };
      if (answer) {
        const outcome = { ...about, success: true, data: answer.value, error: null };
        this.#settle(made, { state: 'done', result: answer }, outcome);
      } else {
        const outcome = { ...about, success: false, data: null, error: STOPPED.message };
        this.#settle(made, { state: 'stopped', failure: { ...STOPPED, message: '' } }, outcome);
      }
    }
    return made.result ? [made.result] : [];
  }

  #settle(made: Made, end: Partial<ChatCall>, outcome: ToolOutcome): void {
    const { calls, now } = this.#parts;
    const { id } = made.open;
    const endedAt = now();
    const call = this.#lines.flatMap((line) => line.calls).find((one) => one.id === id);
    const ms = Math.round(endedAt - (call?.startedAt ?? endedAt));
    const { failure } = end;
    const [message] = toMessages([outcome]);
    if (message) made.result = { ...message, ms, ...(failure !== undefined && { failure: keptFailure(failure) }) };
    calls.end(id);
    this.#update(id, { ...end, endedAt });
  }

  #add(line: ChatLine): void {
    this.#lines = [...this.#lines, line];
    this.#parts.changed();
  }

  #change(change: (line: ChatLine) => ChatLine): void {
    const last = this.#lines.at(-1);
    if (!last) return;
    this.#lines = [...this.#lines.slice(0, -1), change(last)];
    this.#parts.changed();
  }

  #update(id: number, change: Partial<ChatCall>): void {
    const update = (call: ChatCall) => (call.id === id ? { ...call, ...change } : call);
    this.#lines = this.#lines.map((line) =>
      line.calls.some((call) => call.id === id) ? { ...line, calls: line.calls.map(update) } : line,
    );
    this.#parts.changed();
  }
}
