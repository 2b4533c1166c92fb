import type { DialectId, MalformedReason, TextCallEvent, TextTool } from '../../protocol/text-calls.js';
import { Cursor } from './cursor.js';
import type { FinishCall, FoundCall } from './dialect.js';
import { EventList } from './event-list.js';
import type { Reading } from './source.js';
import { Strikes } from './strikes.js';

interface OpenCall {
  readonly id: number;
  readonly name: string;
  /** From where on its arguments stand; -1 before they begin. */
  from: number;
  sent: number;
}

/** Characters of a candidate's arguments where enough has been read in vain. */
const SHORT_CHARS = 256;

/** The options of a scan. */
export interface ScanRules {
  readonly tools: ReadonlyMap<string, TextTool> | undefined;
  readonly argumentsChars: number;
  /** Without markers of their own, dialects take calls of known tools only. */
  readonly picky: boolean;
  /** The text is no model's: nothing in it is reasoning. */
  readonly isForeign: boolean;
  /** After its first call everything is text. */
  readonly first: boolean;
  readonly finish: FinishCall;
}

/** One scan, as dialects see it: the text, what has been said of it, and what may be called. */
export class Scan extends Cursor {
  readonly rules: ScanRules;
  /** Dialects keep here what they know of a message. */
  readonly notes = new Set<string>();
  /** Of the candidate that is read. */
  dialect: DialectId = 'bracket-call';
  /** The kind of the streaming text, which is emitted while its end is unknown. */
  flow: 'text' | 'reasoning' | undefined;
  readonly #events = new EventList();
  /** Everything before has been said. */
  #said = 0;
  #begun = 0;
  #found = 0;
  #open: OpenCall | undefined;
  readonly #strikes = new Strikes();

  constructor(rules: ScanRules) {
    super();
    this.rules = rules;
  }

  /** How many calls there were, whole ones. */
  get calls(): number {
    return this.#found;
  }

  /** True when no more calls are wanted: what looks like one is text, also within a candidate that has had one. */
  get enough(): boolean {
    return this.rules.first && this.#found > 0;
  }

  /** True while a call has begun and not ended. */
  get inCall(): boolean {
    return this.#open !== undefined;
  }

  /** Schema of the tool that the open call names, if there is one. */
  get schema(): object | undefined {
    return this.rules.tools?.get(this.#open?.name ?? '')?.parameters;
  }

  /** True when a call without a marker may have this name. */
  mayMean(name: string): boolean {
    return !this.rules.picky || this.rules.tools?.has(name) === true;
  }

  /** What has been said since the last time. */
  take(): TextCallEvent[] {
    this.#flowOn();
    const open = this.#open;
    if (open && open.from >= 0 && !this.enough && this.position > open.sent) {
      this.#events.add({ type: 'call-arguments', id: open.id, text: this.slice(open.sent, this.position) });
      open.sent = this.position;
    }
    return this.#events.take();
  }

  /** Begins a candidate here. */
  candidate(): void {
    this.#said = this.position;
    this.#anew();
  }

  /** What is said is never read again: what follows has its own limit. */
  #anew(): void {
    this.hold();
    this.tooLong = false;
    this.limit = this.position + this.#allowed(1_024);
    this.#strikes.reached = this.position;
  }

  #allowed(beside = 0): number {
    const { argumentsChars } = this.rules;
    return this.#strikes.out(this.#said) ? Math.min(SHORT_CHARS, argumentsChars) : argumentsChars + beside;
  }

  /** Says that everything up to here is text that a reader sees, or a marker that nobody does. */
  text(shown: 'shown' | 'hidden' = 'shown'): void {
    this.#say('text', shown === 'shown' ? this.slice(this.#said, this.position) : '');
  }

  reasoning(shown: 'shown' | 'hidden' = 'shown'): void {
    this.#say('reasoning', shown === 'shown' ? this.slice(this.#said, this.position) : '');
  }

  /** Says that the candidate begins with a token that nobody sees, and that no call stands behind it. */
  token(from: number, token: string): void {
    this.back(from + token.length);
    const rest = this.position - from - token.length;
    this.at -= rest;
    this.#say('text', '', token);
    this.at += rest;
    this.text();
  }

  /** Reasoning up to one of these texts, emitted while it streams. Text before it is dropped. @returns the text that ends it. */
  *reason(closers: readonly string[]): Reading<string | undefined> {
    this.reasoning('hidden');
    this.limit = Number.POSITIVE_INFINITY;
    this.flow = 'reasoning';
    const close = yield* this.until(closers);
    this.stopFlow();
    return close;
  }

  /** A call of this name has begun with the candidate. */
  begin(name: string): void {
    this.#open = { id: this.#begun, name, from: -1, sent: -1 };
    if (this.enough) return;
    this.#begun += 1;
    this.#events.add({ type: 'call-start', id: this.#open.id, name, start: this.#said });
  }

  /** The call's arguments begin here, and have their own limit. */
  startArguments(): void {
    if (!this.#open) return;
    this.#open.from = this.position;
    this.#open.sent = this.position;
    this.limit = this.position + this.#allowed();
  }

  /** Position where the arguments of the open call begin. */
  get argumentsFrom(): number {
    return this.#open?.from ?? this.position;
  }

  /** The open call ends here. @returns true, as readers do that have found something. */
  call(found: FoundCall): true {
    this.#spend(this.position);
    if (this.enough) return this.#asText();
    const open = this.#open as OpenCall;
    const { name, id } = open;
    const raw = found.raw ?? (open.from < 0 ? '' : this.slice(open.from, this.position));
    this.#showRest(open, raw);
    this.#events.endBreaks(false, this.#said);
    this.#found += 1;
    const { arguments: args, issues, known } = this.rules.finish(name, found.arguments);
    this.#events.add({
      ...{ type: 'call', id, dialect: this.dialect, name, arguments: args, rawArguments: raw },
      ...{ repaired: found.repaired ?? false, issues, start: this.#said, end: this.position },
      ...(found.callId !== undefined && { callId: found.callId }),
      ...(found.bare && { bare: true as const }),
      ...(known !== undefined && { known }),
    });
    this.#over();
    return true;
  }

  /** Shows what of a call's arguments has not been shown, up to their end. */
  #showRest({ id, from, sent }: OpenCall, raw: string): void {
    if (from < 0) return;
    const at = this.slice(from, this.position).indexOf(raw);
    const end = from + at + raw.length;
    let text = at >= 0 && sent < end ? this.slice(Math.max(sent, from + at), end) : '';
    // Arguments that do not stand in the text like this.
    if (at < 0 && sent === from) text = raw;
    if (text !== '') this.#events.add({ type: 'call-arguments', id, text });
  }

  /**
   * The candidate is no call. One that has begun is emitted as malformed, and its arguments are read again as text.
   * @returns whether something was said.
   */
  fail(why: MalformedReason = 'arguments'): boolean {
    const open = this.#open;
    if (!open) return false;
    const reason = !this.fits() ? 'too-long' : this.ended && this.at === this.chunk.length ? 'unfinished' : why;
    this.back(Math.max(open.from, this.#said + 1));
    this.#malformed(open, reason);
    return true;
  }

  /** After `found` calls there is no other from `from` on. @returns whether there was any. */
  leave(from: number, found: number): boolean {
    if (found > 0) this.back(from);
    return found > 0;
  }

  /** The call cannot be read, up to here: what follows goes on. */
  broken(why: MalformedReason = 'arguments'): true {
    if (this.#open) this.#malformed(this.#open, !this.fits() ? 'too-long' : why);
    return true;
  }

  #malformed({ id, name }: OpenCall, reason: MalformedReason): void {
    if (this.enough) {
      this.#asText();
      return;
    }
    const text = this.slice(this.#said, this.position);
    this.#events.endBreaks(true, this.#said);
    this.#events.add({ type: 'malformed', id, name, reason, start: this.#said, end: this.position, text });
    this.#over();
  }

  override rewind(to: number): void {
    this.#reach();
    super.rewind(to);
  }

  #reach(): void {
    this.#strikes.reach(Math.min(this.position, this.limit + 1));
  }

  /** Goes back, so that what was read in vain is read as text; but not for ever. */
  back(to: number): void {
    this.#spend(to);
    this.rewind(this.#strikes.out(this.#said) ? Math.max(to, this.#strikes.reached) : to);
  }

  /** Of what was read of the candidate, nothing behind `taken` is taken. */
  #spend(taken: number): void {
    this.#reach();
    this.#strikes.count(this.#said, taken);
  }

  /** Tells what flows by, and forgets it. */
  #flowOn(): void {
    if (this.flow === undefined || this.position === this.#said) return;
    if (this.flow === 'text') this.text();
    else this.reasoning();
    this.hold();
  }

  /** Ends what flows, here. */
  stopFlow(): void {
    this.#flowOn();
    this.flow = undefined;
  }

  /** The text is over. */
  close(): void {
    this.stopFlow();
    this.#events.endBreaks(true, this.#said);
  }

  #say(type: 'text' | 'reasoning', text: string, token?: string): void {
    this.#events.say(type, this.#said, this.position, text, token);
    this.#said = this.position;
  }

  #asText(): true {
    this.text();
    this.#over();
    return true;
  }

  #over(): void {
    this.#said = this.position;
    this.#open = undefined;
    this.#anew();
  }
}
