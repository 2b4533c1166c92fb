import type { ChangeBody, Payload } from '../../protocol/studio.js';
import type { Change } from './changes.js';
import { type LineDiff, lineDiff } from './lines.js';

/** Texts at least this long are shown as lines. */
const LINE_CHARS = 160;

export interface Shown {
  readonly body: ChangeBody;
  readonly lines: LineDiff;
}

/** A value as text: a text as it is, anything else as JSON. */
export const payloadOf = (value: unknown): Payload => ({
  text: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''),
  missing: value === undefined,
});

/** Both sides as text. Values that would read the same but differ are distinguished by the quotes of a text. */
function payloadsOf(before: unknown, after: unknown): readonly [Payload, Payload] {
  const [old, now] = [payloadOf(before), payloadOf(after)];
  if (old.missing || now.missing || old.text !== now.text || typeof before === typeof after) return [old, now];
  const quoted = (value: unknown, payload: Payload) =>
    typeof value === 'string' ? { ...payload, text: JSON.stringify(value) } : payload;
  return [quoted(before, old), quoted(after, now)];
}

export const asLines = (before: unknown, after: unknown): boolean =>
  [before, after].some(
    (value) =>
      (typeof value === 'object' && value !== null) ||
      (typeof value === 'string' && (value.includes('\n') || value.length >= LINE_CHARS)),
  );

export function shownOf({ head, before, after }: Change): Shown {
  const [beforePayload, afterPayload] = payloadsOf(before, after);
  const moved = head.kind === 'moved';
  const lines = asLines(before, after);
  // What only moved has nothing that differs.
  const diff = moved || !lines ? lineDiff(undefined, undefined) : lineDiff(sideOf(beforePayload), sideOf(afterPayload));
  const texts = typeof before === 'string' && typeof after === 'string' && !moved;
  const body: ChangeBody = {
    id: head.id,
    beforePayload,
    afterPayload,
    lines: lines && !moved,
    rows: diff.folded(),
    rowCount: diff.rowCount,
    hunks: texts ? diff.hunks : [],
  };
  return { body, lines: diff };
}

const sideOf = ({ text, missing }: Payload): string | undefined => (missing ? undefined : text);
