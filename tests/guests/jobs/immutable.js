import { Map as Dictionary, fromJS, is, List, OrderedSet, Range, Record, Seq } from 'immutable';

/** A board as persistent data: history, equality, lazy sequences. */
export default function run() {
  const Point = Record({ x: 0, y: 0 });
  const board = fromJS({
    cells: [
      [0, 1],
      [2, 3],
    ],
    名: '棋盘',
  });
  const moved = board
    .setIn(['cells', 1, 0], 9)
    .update('名', (name) => `${name}!`)
    .mergeDeep({ meta: { by: 'me' } });
  return {
    before: board.toJS(),
    after: moved.toJS(),
    shared: board.getIn(['cells', 0]) === moved.getIn(['cells', 0]),
    keyed: Dictionary([[new Point({ x: 1 }), 'a']]).get(new Point({ x: 1 })),
    equal: is(OrderedSet.of(3, 1, 2), OrderedSet([3, 1, 2])),
    lazy: Range(1, Infinity)
      .filter((n) => n % 7 === 0)
      .map((n) => n * n)
      .take(4)
      .toArray(),
    grouped: Seq(['aa', 'b', '三三三', 'dd'])
      .groupBy((text) => text.length)
      .map((group) => group.count())
      .toJS(),
    many: List(Range(0, 2000))
      .withMutations((list) => list.push(1).shift())
      .hashCode(),
    text: String(moved),
  };
}
