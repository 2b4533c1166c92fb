import { isCommit, isEdge, isNode, withoutStore } from '../commits/commit-shape.js';
import { isObject, type JsonObject, parseObject } from '../commits/json-data.js';
import { normalizeOrdered } from '../commits/normalize-store.js';
import type { Commit, EdgeRecord, NodeRecord } from '../graph/records.js';
import type { Content, TransferLimits } from './content.js';
import { checkVersion, FORMAT, refusal, Tally, TRANSFER_LIMITS } from './content.js';

/** Reads a JSONL file in chunks. Nothing is returned before `end`: half a file changes nothing. Of no use after it has thrown. */
export class LineReader {
  readonly #limits: TransferLimits;
  readonly #tally: Tally;
  readonly #nodes = new Map<string, NodeRecord>();
  readonly #edges: EdgeRecord[] = [];
  readonly #commits: Commit[] = [];
  #store: JsonObject | undefined;
  /** The line that has begun, piece by piece. */
  #pieces: string[] = [];
  #pieceChars = 0;
  #chars = 0;
  /** Number of the line that is read, from 1. */
  #line = 1;
  #records = 0;
  #ended = false;

  constructor(limits: Partial<TransferLimits> = {}) {
    this.#limits = { ...TRANSFER_LIMITS, ...limits };
    this.#tally = new Tally(this.#limits);
  }

  /** Reads on. @throws `BAD_ARGS` with the line in its details; `STORE_NEWER`. */
  push(chunk: string): void {
    this.#chars += chunk.length;
    if (this.#chars > this.#limits.fileChars) throw this.#refusal(`more than ${this.#limits.fileChars} characters`);
    let from = 0;
    for (;;) {
      const end = chunk.indexOf('\n', from);
      const piece = chunk.slice(from, end < 0 ? undefined : end);
      this.#pieceChars += piece.length;
      if (this.#pieceChars > this.#limits.lineChars) {
        throw this.#refusal(`more than ${this.#limits.lineChars} characters`);
      }
      if (piece !== '') this.#pieces.push(piece);
      if (end < 0) return;
      this.#finishLine();
      from = end + 1;
    }
  }

  /** Everything that the file holds. @throws `BAD_ARGS` with the line in its details when it is not all there. */
  end(): Content {
    if (this.#pieces.length > 0) this.#finishLine();
    if (!this.#ended) throw this.#refusal('the file ends before its last line');
    const store = this.#store && normalizeOrdered({ ...this.#store, nodes: this.#nodes, edges: this.#edges });
    return { ...(store && { store }), ...((this.#commits.length > 0 || !store) && { commits: this.#commits }) };
  }

  #finishLine(): void {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#pieceChars = 0;
    if (text.trim() !== '') this.#read(parseObject(text, (why) => this.#refusal(why)));
    this.#line += 1;
  }

  #read(line: JsonObject): void {
    if (this.#line === 1) {
      if (line.format !== FORMAT) throw this.#refusal('it does not tell the format');
      checkVersion(line.version, 1);
      return;
    }
    if (this.#ended) throw this.#refusal('there is more behind the last line');
    if (line.end !== undefined) {
      if (line.end !== this.#records) throw this.#refusal(`${this.#records} of ${line.end} records are there`);
      this.#ended = true;
      return;
    }
    this.#records += 1;
    this.#take(line);
  }

  #take({ store, node, edge, commit: given }: JsonObject): void {
    const commit = withoutStore(given);
    if (isCommit(commit)) {
      this.#tally.add(1, commit.ops.length, this.#line);
      this.#commits.push(commit);
      return;
    }
    this.#tally.add(0, 1, this.#line);
    if (isObject(store) && !this.#store) this.#store = store;
    else if (isNode(node) && this.#store) this.#nodes.set(node.id, node);
    else if (isEdge(edge) && this.#store) this.#edges.push(edge);
    else throw this.#refusal('it is no record that may stand here');
  }

  #refusal(why: string) {
    return refusal(why, this.#line);
  }
}
