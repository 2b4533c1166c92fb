import { type SaidMessage, saidId } from '../../protocol/said.js';
import type { Commit, Counters, GraphOp, NodeRecord } from '../graph/records.js';
import { stringHash } from '../graph/string-hash.js';
import { piecesOf } from './sentences.js';

/** What a message is kept beside. */
export interface SaidPlace {
  /** Ordinal of the turn that the message belongs to. */
  readonly turn: number;
  readonly counters: Counters;
  /** The id of a character of this name that is known already. */
  readonly person: string | undefined;
  /** Ids of events that keep this message as it was before. */
  readonly before: readonly string[];
}

/** Characters of one event at most. */
const MOST = 600;
const BATCH = 'said-';
const NONE = { parentId: '', childrenIds: [], semanticDepth: 0, semanticRollup: false, archived: false } as const;

/** True for commits that keep messages word for word: a device that has the chat can make them itself. */
export const isSaidBatch = (batch: string): boolean => batch.startsWith(BATCH);

export const speakerOf = ({ name }: SaidMessage): string => name.replace(/\s+/g, ' ').trim();

/** What the events of a message say. */
export const saidTexts = ({ mes }: SaidMessage): readonly string[] => piecesOf(mes, MOST);

/** The name of the commit of a message: the same on every device. */
export function saidBatch(message: SaidMessage): string {
  const hash = stringHash(`${speakerOf(message)}\n${message.mes}`).toString(36);
  return `${BATCH}${message.floor}-${message.swipe}-${hash}`;
}

/**
 * What a message adds to the memory of its chat: events with its text and who says it, that one as a character, and a link between
 * them. The commit belongs to the message and its swipe, so that it goes and comes with them. Ids are made of the place, so that two
 * devices make the same ones, and an edited message is written over what it was.
 */
export function saidCommit(message: SaidMessage, { turn, counters, person, before }: SaidPlace): Omit<Commit, 'batch'> {
  const { floor, swipe, date } = message;
  const speaker = speakerOf(message);
  const ops: GraphOp[] = [];
  const by = person ?? `said_by_${stringHash(speaker).toString(36)}`;
  const node = (id: string, type: string, title: string, fields: NodeRecord['fields']): NodeRecord => ({
    ...{ id, level: 'semantic', type, title, fields, ...NONE, seqTo: turn },
  });
  if (speaker !== '' && person === undefined)
    ops.push({ op: 'upsert_node', node: node(by, 'character_sheet', speaker, {}) });
  const pieces = saidTexts(message);
  pieces.forEach((summary, piece) => {
    const id = saidId(floor, swipe, piece);
    const fields = { summary, ...(speaker !== '' && { speaker }), ...(date !== undefined && { date }) };
    const event = { ...node(id, 'event', `#${floor + 1}`, fields), floorRange: { start: floor, end: floor } };
    ops.push({ op: 'upsert_node', node: event });
    if (speaker !== '') ops.push({ op: 'upsert_edge', edge: { from: id, to: by, type: 'involved_in', seqTo: turn } });
  });
  for (const id of before.slice(pieces.length)) ops.push({ op: 'delete_node', nodeId: id });
  return {
    floor,
    swipe,
    ops,
    counters: { ...counters, seqCounter: Math.max(counters.seqCounter, turn) },
    answer: null,
  };
}
