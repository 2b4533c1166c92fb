import * as jsondiffpatch from 'jsondiffpatch';
import * as patches from 'jsondiffpatch/formatters/jsonpatch';

/** Compares two versions of a character card, undoes and redoes. */
export default function run() {
  const differ = jsondiffpatch.create({ objectHash: (item) => item.id, arrays: { detectMove: true } });
  const before = {
    name: '李雷',
    at: null,
    tags: ['a', 'b'],
    items: [
      { id: 1, n: 1 },
      { id: 2, n: 2 },
      { id: 3, n: 3 },
    ],
  };
  const after = {
    name: '李磊',
    tags: ['b', 'c'],
    items: [
      { id: 3, n: 3 },
      { id: 1, n: 5 },
    ],
    more: { deep: [1] },
  };
  const delta = differ.diff(before, after);
  const redone = differ.patch(differ.clone(before), delta);
  const undone = differ.unpatch(differ.clone(redone), delta);
  return {
    delta,
    redone: differ.diff(redone, after) === undefined,
    undone: differ.diff(undone, before) === undefined,
    patch: patches.format(delta, before),
    reversed: differ.reverse(delta),
  };
}
