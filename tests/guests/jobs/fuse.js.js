import Fuse from 'fuse.js';

/** Finds an entry of a world book by what a user half remembers. */
export default function run() {
  const entries = [
    { title: '龙之谷', keys: ['dragon', 'valley'], text: 'An old valley of dragons' },
    { title: 'The Silver Tower', keys: ['tower', '银塔'], text: '塔在湖中央' },
    { title: 'Dragonfly inn', keys: ['inn', 'beer'], text: 'Where travellers sleep' },
    { title: 'Old mine', keys: ['mine'], text: 'Dark. Nobody goes there.' },
  ];
  const fuse = new Fuse(entries, {
    includeScore: true,
    includeMatches: true,
    threshold: 0.4,
    keys: [{ name: 'title', weight: 2 }, 'keys', 'text'],
    useExtendedSearch: true,
  });
  return ['drgon', '银塔', "'old !mine", '^The', 'zzzz'].map((query) =>
    fuse
      .search(query, { limit: 3 })
      .map(({ item, score, matches }) => [
        item.title,
        score.toFixed(6),
        matches.map(({ key, indices }) => [key, indices]),
      ]),
  );
}
