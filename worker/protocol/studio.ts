import * as z from 'zod/mini';
import { type Contract, method } from './contract.js';
import { answer } from './shape.js';

z.config({ jitless: true });

/** The kind of a change. */
export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved';

/** One change of a comparison, as it is listed. */
export interface ChangeHead {
  /** Unique in its comparison, and the same each time the same two values are compared. */
  readonly id: string;
  /** Where: `a.b[0]["odd key"]`; `(root)` for the whole. Of what was removed: where it was. */
  readonly path: string;
  readonly kind: ChangeKind;
  /** Of what was moved: where it was. */
  readonly from?: string;
}

/** A value as text. */
export interface Payload {
  /** A text as it is, anything else as JSON. */
  readonly text: string;
  readonly missing: boolean;
}

/** A stretch of a line. `marked`: it is only in this version. */
export interface LinePart {
  readonly text: string;
  readonly marked?: true;
}

/** A line of one version, or a sentence of a long one; `number` counts lines from 1. */
export interface DiffLine {
  readonly number: number;
  /** Goes on with the line of the row before. */
  readonly continued?: true;
  readonly parts: readonly LinePart[];
}

/** Lines that stand beside each other. */
export interface DiffRow {
  readonly kind: 'same' | 'changed' | 'added' | 'removed' | 'skipped';
  readonly before?: DiffLine;
  readonly after?: DiffLine;
  /** The hunk it belongs to, by its place in `hunks`. */
  readonly hunk?: number;
  /** Of `skipped`: how many rows are left out here, and where they begin among all rows. With a hunk: they are of that hunk. */
  readonly skipped?: number;
  readonly at?: number;
}

/** Lines of a text that changed together. */
export interface Hunk {
  /** Says what changes and where: the same each time the same two texts are compared. */
  readonly key: string;
  /** Lines, counted from 1, and how many: 0 where there are none on that side. */
  readonly beforeStart: number;
  readonly beforeCount: number;
  readonly afterStart: number;
  readonly afterCount: number;
}

/** One change with its details. */
export interface ChangeBody {
  readonly id: string;
  readonly beforePayload: Payload;
  readonly afterPayload: Payload;
  /** Both sides, only where they were asked for. A side that is missing has none. */
  readonly beforeValue?: unknown;
  readonly afterValue?: unknown;
  /** To be shown as lines; else as two short values. */
  readonly lines: boolean;
  /** Lines with some around each hunk; each gap between them is a row of its own. */
  readonly rows: readonly DiffRow[];
  /** Rows there are in all, with nothing left out. */
  readonly rowCount: number;
  /** Decided one by one where there are several, which only texts have; any other value is decided as a whole. */
  readonly hunks: readonly Hunk[];
}

/** A rejection: of a whole change, or of some of its hunks by their keys. */
export interface Rejection {
  readonly change: string;
  readonly hunks?: readonly string[];
}

/** A jsondiffpatch delta. */
export type Delta = { readonly [key: string]: unknown } | readonly unknown[];

/** Two values compared. */
export interface Compared {
  readonly comparison: number;
  readonly delta: Delta;
  readonly reverseDelta: Delta;
  /** Sorted by path. */
  readonly changes: readonly ChangeHead[];
}

const id = z.number();
const rejection = z.object({ change: z.string(), hunks: z.optional(z.array(z.string())) });

/** The studio’s worker: compares versions of what is edited, and takes single changes out again. */
export const studioContract = {
  /** Takes a value, as JSON text, once for all comparisons with it. */
  hold: method({ text: z.string() }, answer<{ readonly held: number }>()),
  /** Compares two that are held; `null` where they are equal. */
  compare: method({ before: id, after: id }, answer<Compared | null>()),
  /** Details of some changes, in their order; `values`: with the values of both sides. */
  unfold: method(
    { comparison: id, changes: z.array(z.string()), values: z.optional(z.boolean()) },
    answer<readonly ChangeBody[]>(),
  ),
  /** Rows of one change with nothing left out. */
  rows: method({ comparison: id, change: z.string(), from: z.number(), to: z.number() }, answer<readonly DiffRow[]>()),
  /** The later version without the rejected changes; `lost` lists rejections that this comparison does not know. */
  settle: method(
    { comparison: id, rejected: z.array(rejection) },
    answer<{ readonly value: unknown; readonly lost: readonly Rejection[] }>(),
  ),
  /** Forgets values and comparisons. */
  release: method({ held: z.array(id), comparisons: z.array(id) }),
} as const satisfies Contract;

export type StudioContract = typeof studioContract;
