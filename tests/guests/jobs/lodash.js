import _ from 'lodash';

/** Summarises orders, and compares two versions of a deep state. */
export default function run() {
  const orders = [
    {
      city: '北京',
      items: [
        { sku: 'a', n: 2 },
        { sku: 'b', n: 1 },
      ],
      at: new Date(0),
    },
    { city: '上海', items: [{ sku: 'a', n: 5 }], at: new Date(86_400_000) },
    { city: '北京', items: [], at: new Date(1e12) },
  ];
  const state = { list: orders, map: new Map([['k', new Set([1, 2])]]), re: /a+/gi, fn: _.noop };
  const copy = _.cloneDeep(state);
  copy.list[0].items[0].n = 3;
  return {
    byCity: _(orders)
      .groupBy('city')
      .mapValues((group) => _.sumBy(group, ({ items }) => _.sumBy(items, 'n')))
      .value(),
    sorted: _.orderBy(orders, [({ items }) => items.length, 'city'], ['desc', 'asc']).map(({ city }) => city),
    equal: [_.isEqual(state, copy), _.isEqual(_.set(copy, 'list[0].items[0].n', 2).map, state.map)],
    merged: _.mergeWith({ a: [1], b: { c: 1 } }, { a: [2], b: { d: 2 } }, (a, b) =>
      _.isArray(a) ? a.concat(b) : undefined,
    ),
    words: [
      _.kebabCase('helloWorld FOO_bar'),
      _.startCase('--foo-bar'),
      _.deburr('déjà vu'),
      _.truncate('一二三四五', { length: 4, omission: '…' }),
    ],
    template: _.template('<% _.each(people, (p) => { %><li><%- p %></li><% }) %>')({ people: ['<a>', '李'] }),
    curried: _.curry((a, b, c) => [a, b, c])(1)(_, 3)(2),
    chunks: _.chunk(_.range(7), 3),
  };
}
