import {
  applyPatches,
  createDraft,
  current,
  enableMapSet,
  enablePatches,
  finishDraft,
  produceWithPatches,
} from 'immer';

enableMapSet();
enablePatches();

/** A game's state with undo: patches forward and back. */
export default function run() {
  const state = {
    players: new Map([
      ['李', { hp: 10, items: ['剑'] }],
      ['Ann', { hp: 7, items: [] }],
    ]),
    seen: new Set(['cave']),
    turn: 1,
  };
  const [next, patches, inverse] = produceWithPatches(state, (draft) => {
    draft.turn += 1;
    draft.players.get('李').items.push('盾');
    draft.players.delete('Ann');
    draft.seen.add('hall');
  });
  const draft = createDraft(next);
  draft.players.get('李').hp -= 3;
  const seen = current(draft).players.get('李');
  const last = finishDraft(draft);
  return {
    patches,
    undone: [...applyPatches(next, inverse).players],
    same: next.players.get('李') === last.players.get('李'),
    frozen: Object.isFrozen(next),
    seen,
    turn: [state.turn, last.turn],
  };
}
