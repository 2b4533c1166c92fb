import { BulkheadError } from '../../protocol/errors.js';
import type { ChangeBody, ChangeHead, Delta, DiffRow, Rejection } from '../../protocol/studio.js';
import { type Shown, shownOf } from './bodies.js';
import { type Change, changesOf } from './changes.js';
import { deltaOf, deltasOf } from './delta.js';
import { plainCopy } from './plain.js';
import { type Refused, settled } from './settle.js';
import { treeOf } from './tree.js';

/** Two values compared. What it answers shares parts with them. */
export interface Compare {
  readonly delta: Delta;
  readonly reverseDelta: Delta;
  readonly changes: readonly ChangeHead[];
  /** @throws `BAD_ARGS` for a change that there is not, here and below. */
  unfold(changes: readonly string[], values?: boolean): readonly ChangeBody[];
  rows(change: string, from: number, to: number): readonly DiffRow[];
  settle(rejected: readonly Rejection[]): { readonly value: unknown; readonly lost: readonly Rejection[] };
}

/** Compares two values of plain data, as `plainCopy` makes them; `null` where they are equal. */
export function compareValues(before: unknown, after: unknown): Compare | null {
  const found = deltaOf(before, after);
  if (found === undefined) return null;
  const tree = treeOf(found, before, after);
  const changes = changesOf(tree);
  const byId = new Map(changes.map((change) => [change.head.id, change]));
  const shown = new Map<string, Shown>();
  const find = (id: string): Change => {
    const found = byId.get(id);
    if (!found) throw new BulkheadError('BAD_ARGS', 'a change that this comparison does not have');
    return found;
  };
  const show = (id: string): Shown => {
    const known = shown.get(id) ?? shownOf(find(id));
    shown.set(id, known);
    return known;
  };
  return {
    ...deltasOf(found, before, after),
    changes: changes.map(({ head }) => head),
    unfold: (ids, values = false) =>
      ids.map((id) => {
        const { body } = show(id);
        if (!values) return body;
        const change = find(id);
        return {
          ...body,
          ...(change.before !== undefined && { beforeValue: change.before }),
          ...(change.after !== undefined && { afterValue: change.after }),
        };
      }),
    rows: (id, from, to) => show(id).lines.rows(from, to),
    settle(rejected) {
      const refused = new Map<ReturnType<typeof find>['of'], true | { readonly text: string }>();
      const lost: Rejection[] = [];
      for (const rejection of rejected) {
        const change = byId.get(rejection.change);
        const hunks = change && rejection.hunks ? show(rejection.change).body.hunks : [];
        const known = new Set(hunks.map(({ key }) => key));
        const gone = rejection.hunks?.filter((key) => !known.has(key));
        if (!change) lost.push(rejection);
        else if (gone && gone.length > 0) lost.push({ change: rejection.change, hunks: gone });
        else if (!rejection.hunks) refused.set(change.of, true);
        else if (refused.get(change.of) !== true && rejection.hunks.length > 0) {
          refused.set(change.of, { text: show(rejection.change).lines.without(new Set(rejection.hunks)) });
        }
      }
      return { value: settled(tree, refused as Refused), lost };
    },
  };
}

/** The same of any two values that JSON can say. @throws `BAD_ARGS` for others. */
export const openComparison = (before: unknown, after: unknown): Compare | null =>
  compareValues(plainCopy(before), plainCopy(after));
