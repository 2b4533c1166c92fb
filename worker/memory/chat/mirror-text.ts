import { canPack, packText, unpackText } from '../../adapters/packed-text.js';
import { BulkheadError } from '../../protocol/errors.js';
import { isCommit, isFamily } from '../commits/commit-shape.js';
import { type JsonObject, parseObject } from '../commits/json-data.js';
import type { Commit } from '../graph/records.js';
import { packCommits, unpackCommits } from './mirror-commits.js';
import { toCommon } from './names.js';

const FORMAT = 'bulkhead-memory-mirror';
/** A text of version 1 is what is packed in one of version 2. Where nothing can be packed it is written still. */
const PLAIN = 1;
const PACKED = 2;
const NO_FORMAT = 'it does not tell the format';
/** UTF-16 units of a text that is looked at: several times what is ever written. */
const MOST_CHARS = 2 * 1024 * 1024;
/** Bytes that one may unpack to, and UTF-16 units of the commits that it stands for, as they would be in version 1. */
const MOST_UNPACKED = 4 * 1024 * 1024;
/** So many times the characters of a text are looked at for it: commits are seldom packed better. */
const PACKED_BY = 8;
const MOST_COMMITS = 20_000;
/** Names of removed commits in a text, the newest ones. */
const MOST_GONE = 1_000;
/** Where there is nothing that it could be of, so that all devices write the same. */
const NO_FAMILY = '000000';

/** What one device writes for others; in the text, ids are as every device knows them. */
export interface MirrorText {
  /** Of the device that began the memory. */
  readonly family: string;
  /** The newest commits, in order. */
  readonly commits: readonly Commit[];
  /** Names of commits that were taken away with their messages. */
  readonly gone: readonly string[];
}

/** A text for other devices. */
export interface WrittenMirror {
  readonly text: string;
  /** Commits that had room in it, the newest ones. */
  readonly commits: number;
  /** All of them had. */
  readonly whole: boolean;
}

/**
 * As many of the newest commits as fit into `maxChars`, with the ids of home, packed where that is shorter. `before`: a text that was
 * written before; it is returned where it says the same, also where another platform has packed it in another way.
 */
export async function writeMirror(
  { family, commits, gone }: MirrorText,
  maxChars: number,
  before = '',
): Promise<WrittenMirror> {
  const head = { format: FORMAT, version: PLAIN, family: commits.length > 0 ? family : NO_FAMILY };
  const count = newest(gone.slice(-MOST_GONE), maxChars / 4, (name) => JSON.stringify(name)).length;
  const names = gone.slice(gone.length - count);
  const start = `${JSON.stringify({ ...head, gone: names }).slice(0, -1)},"commits":[`;
  const packs = canPack();
  let room = packs ? Math.min(MOST_UNPACKED, maxChars * PACKED_BY) : maxChars;
  for (;;) {
    // Answers are for the device that asked. Commits that have no room are not even looked at.
    const texts = newest(commits.slice(-MOST_COMMITS), room - start.length - 2, (commit) =>
      JSON.stringify({ ...toCommon(commit, family), answer: null }),
    );
    const written = { commits: texts.length, whole: texts.length === commits.length };
    const plain = `${start}${texts.join()}]}`;
    if (!packs) return { text: plain, ...written };
    const some = commits.slice(commits.length - texts.length).map((commit) => toCommon(commit, family));
    const content = JSON.stringify({ gone: names, ...packCommits(some) });
    const packed = JSON.stringify({ ...head, version: PACKED, packed: await packText(content) });
    const text = packed.length < plain.length ? packed : plain;
    const over = Math.max(text.length / maxChars, new Blob([content]).size / MOST_UNPACKED);
    if (over <= 1 || texts.length === 0) {
      const isSame = text === packed && (await says(before, head.family, content));
      return { text: isSame ? before : text, ...written };
    }
    room = Math.floor((Math.min(room, plain.length) / over) * 0.97);
  }
}

/** True for a text that was packed of this very content. */
async function says(text: string, family: string, content: string): Promise<boolean> {
  try {
    const { version, packed, ...head } = JSON.parse(text);
    return version === PACKED && head.family === family && (await unpackText(packed, MOST_UNPACKED)) === content;
  } catch {
    return false;
  }
}

/** As many of the last ones as have room, with a comma between them. */
function newest<T>(all: readonly T[], chars: number, textOf: (one: T) => string): readonly string[] {
  const texts: string[] = [];
  // The first one needs no comma.
  let room = chars + 1;
  for (let at = all.length - 1; at >= 0; at--) {
    const text = textOf(all[at] as T);
    room -= text.length + 1;
    if (room < 0) break;
    texts.push(text);
  }
  return texts.reverse();
}

/** @throws `BAD_ARGS` for what is none, or too large, packed or unpacked; `STORE_NEWER`. */
export async function readMirror(text: string): Promise<MirrorText> {
  if (text.length > MOST_CHARS) throw broken(`it has more than ${MOST_CHARS} characters`);
  const head = parseObject(text, broken, NO_FORMAT);
  if (head.format !== FORMAT) throw broken(NO_FORMAT);
  const { version, family } = head;
  if (typeof version !== 'number' || !(version >= 1)) throw broken('it tells no version');
  if (version > PACKED) throw new BulkheadError('STORE_NEWER', `a mirror of version ${version}`);
  if (!isFamily(family)) throw broken('it tells no family');
  const { commits, gone = [] } = version === PACKED ? await unpacked(head) : head;
  if (!Array.isArray(commits) || commits.length > MOST_COMMITS) throw broken('its commits are no list, or too many');
  const bad = commits.findIndex((commit) => !isCommit(commit));
  if (bad >= 0) throw broken(`commit ${bad + 1} is none`);
  if (!Array.isArray(gone) || !gone.every((name) => typeof name === 'string')) throw broken('its gone are no names');
  return { family, commits: commits as readonly Commit[], gone };
}

async function unpacked({ packed }: JsonObject): Promise<JsonObject> {
  const text = await unpackText(String(packed), MOST_UNPACKED).catch(({ message }: Error) => {
    throw broken(message);
  });
  const content = parseObject(text, broken);
  return { ...content, commits: unpackCommits(content, MOST_UNPACKED, broken) };
}

const broken = (why: string): BulkheadError =>
  new BulkheadError('BAD_ARGS', `what another device has kept cannot be read: ${why}`);
