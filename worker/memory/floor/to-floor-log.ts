import type { Commit, Counters, EdgeRecord, GraphOp } from '../graph/records.js';
import { cloneJson } from './json-data.js';
import { escapeSegment } from './patch.js';
import { liveSwipes, placeOf, swipesAt } from './places.js';
import { edgeKey } from './plain-graph.js';
import { isLive } from './replay.js';
import type { Chat, FloorCommit, FloorLog, PatchOp } from './types.js';

/**
 * Writes our commits as the contract's log: what `materialize` makes of it, for this chat, is what the live commits make of
 * an empty graph. Without a chat the swipe written last counts as the live one of its floor. A commit that changed nothing
 * is left out, and one without a message is written to the first floor.
 */
export function toFloorLog(commits: readonly Commit[], chat?: Chat): FloorLog {
  const known = chat ? liveSwipes([], chat) : {};
  const places = commits.map((commit) => placeOf(commit, known));
  const swipes = liveSwipes(places, chat);
  const live = new Document();
  const written = commits.flatMap((commit, i): FloorCommit[] => {
    const place = places[i];
    if (!place) return [];
    const base = isLive(place, swipes) ? live : new Document();
    if (base !== live) {
      const then = swipesAt(places, i, swipes);
      for (const [k, at] of places.slice(0, i).entries()) if (isLive(at, then)) base.write(commits[k]);
    }
    const patches = base.write(commit);
    return patches.length > 0 ? [{ ...place, patches }] : [];
  });
  return { version: 1, commits: written };
}

/** What there is to know of the document that is written to: which nodes it has, and where its edges stand. */
class Document {
  readonly #nodes = new Set<string>();
  readonly #edges: string[] = [];
  readonly #places = new Map<string, number>();
  #counters: { readonly [name: string]: number } = {};
  #begun = false;

  /** Writes a commit. @returns the patches that do so. */
  write(commit: Commit | undefined): PatchOp[] {
    if (!commit) return [];
    const patches: PatchOp[] = [];
    if (!this.#begun) {
      patches.push({ op: 'add', path: '/nodes', value: {} }, { op: 'add', path: '/edges', value: [] });
      this.#begun = true;
    }
    for (const op of commit.ops) patches.push(...this.#write(op));
    const counters = payloadCounters(commit.counters);
    for (const [name, value] of Object.entries(counters)) {
      if (this.#counters[name] !== value) patches.push({ op: 'add', path: `/${name}`, value });
    }
    this.#counters = counters;
    return patches;
  }

  #write(op: GraphOp): PatchOp[] {
    switch (op.op) {
      case 'upsert_node': {
        this.#nodes.add(op.node.id);
        // In an object `add` replaces, and it applies even where the node is missing.
        return [{ op: 'add', path: `/nodes/${escapeSegment(op.node.id)}`, value: cloneJson(op.node) }];
      }
      case 'delete_node':
        return this.#nodes.delete(op.nodeId) ? [{ op: 'remove', path: `/nodes/${escapeSegment(op.nodeId)}` }] : [];
      case 'upsert_edge':
        return [this.#upsert(op.edge)];
      case 'delete_edge':
        return this.#remove(edgeKey(op.edge));
    }
  }

  #upsert(edge: EdgeRecord): PatchOp {
    const key = edgeKey(edge);
    const at = this.#places.get(key);
    const value = cloneJson(edge);
    if (at !== undefined) return { op: 'replace', path: `/edges/${at}`, value };
    this.#places.set(key, this.#edges.length);
    this.#edges.push(key);
    return { op: 'add', path: '/edges/-', value };
  }

  #remove(key: string): PatchOp[] {
    const at = this.#places.get(key);
    if (at === undefined) return [];
    this.#places.delete(key);
    this.#edges.splice(at, 1);
    for (const [i, other] of this.#edges.slice(at).entries()) this.#places.set(other, at + i);
    return [{ op: 'remove', path: `/edges/${at}` }];
  }
}

function payloadCounters({ nodeSeq, seqCounter, appliedSeqTo, loggedSeqTo }: Counters) {
  return { nodeSeq, seqCounter, appliedSeqTo, loggedSeqTo, coveredAssistantSeq: Math.max(appliedSeqTo, loggedSeqTo) };
}
