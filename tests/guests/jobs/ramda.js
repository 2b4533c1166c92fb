import * as R from 'ramda';

/** Turns rows into a report, by composition only. */
export default function run() {
  const rows = [
    { name: '李雷', team: 'red', points: [3, 9, 4] },
    { name: 'Ann', team: 'blue', points: [7] },
    { name: '韩梅梅', team: 'red', points: [] },
  ];
  const total = R.compose(R.sum, R.prop('points'));
  const report = R.pipe(
    R.map((row) => R.assoc('total', total(row), row)),
    R.sortWith([R.descend(R.prop('total')), R.ascend(R.prop('name'))]),
    R.groupBy(R.prop('team')),
    R.map(R.pluck('name')),
  );
  const lens = R.lensPath([0, 'points', 1]);
  return {
    report: report(rows),
    changed: R.view(lens, R.over(lens, R.multiply(2), rows)),
    where: R.filter(R.where({ name: R.test(/\p{Script=Han}/u), points: R.pipe(R.length, R.gt(R.__, 0)) }), rows).length,
    diff: R.symmetricDifference([1, 2, { a: 1 }], [{ a: 1 }, 3]),
    transduced: R.into(
      [],
      R.compose(
        R.filter((n) => n % 2 === 1),
        R.map((n) => n * n),
        R.take(3),
      ),
      R.range(1, 100),
    ),
    merged: R.mergeDeepWith(R.concat, { a: { b: [1] } }, { a: { b: [2], c: [3] } }),
  };
}
