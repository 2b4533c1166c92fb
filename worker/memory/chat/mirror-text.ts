import { BulkheadError } from '../../protocol/errors.js';
import { isCommit, isFamily } from '../commits/commit-shape.js';
import { parseObject } from '../commits/json-data.js';
import type { Commit } from '../graph/records.js';
import { toCommon } from './names.js';

const FORMAT = 'bulkhead-memory-mirror';
const VERSION = 1;
const NO_FORMAT = 'it does not tell the format';
/** UTF-16 units of a text that is looked at: several times what is ever written. */
const MOST_CHARS = 2 * 1024 * 1024;
const MOST_COMMITS = 20_000;
/** Names of removed commits in a text, the newest ones. */
const MOST_GONE = 1_000;

/** What one device writes for others; in the text, ids are as every device knows them. */
export interface MirrorText {
  /** Of the device that began the memory. */
  readonly family: string;
  /** The newest commits, in order. */
  readonly commits: readonly Commit[];
  /** Names of commits that were taken away with their messages. */
  readonly gone: readonly string[];
}

/** As many of the newest commits as fit into `maxChars`, with the ids of home. `whole`: all of them fit. */
export function writeMirror(
  { family, commits, gone }: MirrorText,
  maxChars: number,
): { readonly text: string; readonly whole: boolean } {
  const head = { format: FORMAT, version: VERSION, family };
  const names = newest(gone.slice(-MOST_GONE), maxChars / 4, (name) => JSON.stringify(name));
  const start = `${JSON.stringify(head).slice(0, -1)},"gone":[${names.join()}],"commits":[`;
  // Answers are for the device that asked. Commits that have no room are not even looked at.
  const texts = newest(commits, maxChars - start.length - 2, (commit) =>
    JSON.stringify({ ...toCommon(commit, family), answer: null }),
  );
  return { text: `${start}${texts.join()}]}`, whole: texts.length === commits.length };
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

/** @throws `BAD_ARGS` for what is none, or too large; `STORE_NEWER`. */
export function readMirror(text: string): MirrorText {
  if (text.length > MOST_CHARS) throw broken(`it has more than ${MOST_CHARS} characters`);
  const value = parseObject(text, broken, NO_FORMAT);
  if (value.format !== FORMAT) throw broken(NO_FORMAT);
  if (typeof value.version !== 'number' || !(value.version >= 1)) throw broken('it tells no version');
  if (value.version > VERSION) throw new BulkheadError('STORE_NEWER', `a mirror of version ${value.version}`);
  const { family, commits, gone = [] } = value;
  if (!isFamily(family)) throw broken('it tells no family');
  if (!Array.isArray(commits) || commits.length > MOST_COMMITS) throw broken('its commits are no list, or too many');
  const bad = commits.findIndex((commit) => !isCommit(commit));
  if (bad >= 0) throw broken(`commit ${bad + 1} is none`);
  if (!Array.isArray(gone) || !gone.every((name) => typeof name === 'string')) throw broken('its gone are no names');
  return { family, commits: commits as readonly Commit[], gone };
}

const broken = (why: string): BulkheadError =>
  new BulkheadError('BAD_ARGS', `what another device has kept cannot be read: ${why}`);
