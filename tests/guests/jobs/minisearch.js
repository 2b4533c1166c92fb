import MiniSearch from 'minisearch';

/** Full text in two languages: words are found by `Intl.Segmenter`. */
export default function run() {
  const words = new Intl.Segmenter('zh', { granularity: 'word' });
  const index = new MiniSearch({
    fields: ['title', 'text'],
    storeFields: ['title'],
    tokenize: (text) =>
      Array.from(words.segment(text))
        .filter(({ isWordLike }) => isWordLike)
        .map(({ segment }) => segment),
    searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll([
    { id: 1, title: '人工智能的历史', text: '机器学习从一九五零年代开始。' },
    { id: 2, title: 'Machine learning', text: 'Neural networks and 深度学习.' },
    { id: 3, title: '做菜', text: '学习做红烧肉需要耐心 and a pan.' },
  ]);
  index.discard(3);
  index.add({ id: 4, title: 'Cooking', text: '学习 networks of flavour' });
  const shown = (query, options) =>
    index.search(query, options).map(({ id, score, match }) => [id, score.toFixed(6), match]);
  const restored = MiniSearch.loadJSON(JSON.stringify(index), { fields: ['title', 'text'], storeFields: ['title'] });
  return {
    learn: shown('学习'),
    fuzzy: shown('netwrks machin'),
    both: shown('学习 networks', { combineWith: 'AND' }),
    suggested: index.autoSuggest('neu').map(({ suggestion }) => suggestion),
    restored: restored.search('flavour').map(({ title }) => title),
    count: index.documentCount,
  };
}
