import { random32 } from '../../primitives/random-id.js';
import { BulkheadError } from '../../protocol/errors.js';
import type { GraphInfo } from '../../protocol/memory.js';
import { refusal, TRANSFER_LIMITS } from '../transfer/content.js';
import { exportJson, importJson } from '../transfer/json.js';
import { LineReader } from '../transfer/line-reader.js';
import { exportLines } from '../transfer/lines.js';
import { isQuarantineFile, readQuarantineFile } from '../transfer/quarantine-file.js';
import type { ChatGraph } from './chat-graph.js';
import { type FileContent, putContent } from './put-content.js';
import { receiveStop } from './receive-stop.js';

/** UTF-16 units of one part of an export. */
const PART_CHARS = 262_144;
/** Files that may be under way at once; the oldest is given up first. */
const UNDER_WAY = 8;
/** UTF-16 units that decide the format of a file. */
const HEAD_CHARS = 1_024;

/** Exports of one chat that may be under way at once, for each holds a copy; the oldest is given up first. */
const EXPORTS = 4;

interface ExportPart {
  readonly text: string;
  readonly next: number | null;
}

export class Exports {
  readonly #lines = new WeakMap<ChatGraph, Map<number, AsyncGenerator<string>>>();
  /** The last name of a part. No other worker gives the same names, so that no part is another export's. */
  #last = random32() * 2 ** 20;

  /** A part of an export: 0 begins one; each part names the one after it. */
  async next(chat: ChatGraph, format: 'json' | 'jsonl', from: number, signal?: AbortSignal): Promise<ExportPart> {
    if (format === 'json') {
      await receiveStop(signal);
      return { text: exportJson(await chat.whole()), next: null };
    }
    const open = this.#lines.get(chat) ?? new Map<number, AsyncGenerator<string>>();
    this.#lines.set(chat, open);
    const lines = from === 0 ? await begin(chat, signal) : open.get(from);
    if (!lines) throw new BulkheadError('BAD_ARGS', 'the parts of an export come one after another');
    open.delete(from);
    let text = '';
    while (text.length < PART_CHARS) {
      const { value, done } = await lines.next();
      if (done) return { text, next: null };
      text += value;
    }
    this.#last += 1;
    open.set(this.#last, lines);
    const [oldest = 0] = open.keys();
    if (open.size > EXPORTS) open.delete(oldest);
    return { text, next: this.#last };
  }

  /** Gives the one up whose next part has this name. */
  stop(chat: ChatGraph, from: number): ExportPart {
    this.#lines.get(chat)?.delete(from);
    return { text: '', next: null };
  }
}

/** The lines of what is there now: a graph may change between two parts. */
async function begin(chat: ChatGraph, signal: AbortSignal | undefined): Promise<AsyncGenerator<string>> {
  await receiveStop(signal);
  return exportLines(structuredClone(await chat.whole()));
}

/** A file that arrives in parts: lines are read as they come, anything else is one JSON text. */
class Upload {
  #reader: LineReader | undefined;
  readonly #texts: string[] = [];
  #chars = 0;
  /** The text read before the format is known; empty afterwards. */
  #head: string | undefined = '';

  push(text: string): void {
    if (this.#head !== undefined) {
      this.#head += text;
      // A line file has its format and version, and nothing else, in its first line. A part may end within that line.
      if (this.#head.length <= HEAD_CHARS && !this.#head.trimStart().includes('\n')) return;
      this.#begin(this.#head);
    } else if (this.#reader) this.#reader.push(text);
    else {
      // As it comes: what is far too much has no room in memory, nor in one text.
      this.#chars += text.length;
      if (this.#chars > TRANSFER_LIMITS.jsonChars) throw refusal(`more than ${TRANSFER_LIMITS.jsonChars} characters`);
      this.#texts.push(text);
    }
  }

  #begin(head: string): void {
    this.#head = undefined;
    if (/^\s*\{"format":"[^"]*","version":\d+\}\s*\n/.test(head)) this.#reader = new LineReader();
    this.push(head);
  }

  end(chat: ChatGraph, batch: string): FileContent {
    if (this.#head !== undefined) this.#begin(this.#head);
    if (this.#reader) return { ...this.#reader.end(), isOwn: false };
    const text = this.#texts.join('');
    if (isQuarantineFile(text)) {
      const { commits, chat: owner } = readQuarantineFile(text);
      return { commits, isOwn: owner === chat.chat };
    }
    const options = { chat: chat.timeline.chat, batch: (at: number) => `${batch}-${at}` };
    const { older, ...content } = importJson(text, options);
    return { ...(older && { commits: older.commits }), ...content, isOwn: older !== undefined };
  }
}

/** Imports, part by part. Nothing changes before the last part has been read. */
export class Uploads {
  readonly #open = new Map<string, Upload>();

  /** @returns what the graph is then, with the last part. @throws `BAD_ARGS` naming the line, `STORE_NEWER`; the signal's reason. */
  async take(
    chat: ChatGraph,
    { batch, upload, text, last }: { batch: string; upload: string; text: string; last: boolean },
    signal?: AbortSignal,
  ): Promise<GraphInfo | null> {
    const file = this.#open.get(upload) ?? new Upload();
    this.#open.set(upload, file);
    const [oldest] = this.#open.keys();
    if (this.#open.size > UNDER_WAY && oldest !== undefined) this.#open.delete(oldest);
    try {
      signal?.throwIfAborted();
      file.push(text);
      if (!last) return null;
      await putContent(chat, batch, file.end(chat, batch), signal);
    } catch (error) {
      this.#open.delete(upload);
      throw error;
    }
    this.#open.delete(upload);
    return chat.info;
  }

  stop(upload: string): null {
    this.#open.delete(upload);
    return null;
  }
}
