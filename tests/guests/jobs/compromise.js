import nlp from 'compromise';

/** Reads a message: who, where, numbers; and rewrites its tense. */
export default function run() {
  const doc = nlp(
    "Spencer Kelly walked 12 miles to New York City in twenty-five hours, but he isn't tired. He will eat!",
  );
  return {
    people: doc.people().out('array'),
    places: doc.places().out('array'),
    verbs: doc.verbs().out('array'),
    numbers: doc
      .numbers()
      .json()
      .map(({ number }) => number.num),
    past: doc.clone().sentences().toPastTense().text(),
    negative: nlp('She sells cheap shells').sentences().toNegative().text(),
    plural: nlp('a mouse and one child').nouns().toPlural().text(),
    contractions: nlp("it's what they'd've done").contractions().expand().text(),
    matched: doc.match('#Value miles to [<place>#Place+]', 'place').text(),
    terms: nlp('你好 world').terms().out('array'),
  };
}
