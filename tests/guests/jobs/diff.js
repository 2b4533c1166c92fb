import {
  applyPatch,
  createTwoFilesPatch,
  diffArrays,
  diffChars,
  diffJson,
  diffSentences,
  diffWords,
  parsePatch,
} from 'diff';

/** Shows what a model has changed in a text, and applies its patch. */
export default function run() {
  const before = '从前有一座山。\n山里有座庙。\nThe quick brown fox.\nend\n';
  const after = '从前有两座山。\n山里有座庙。\nThe slow brown foxes.\nnew line\nend\n';
  const patch = createTwoFilesPatch('a.txt', 'b.txt', before, after, '', '', { context: 1 });
  const short = (parts) => parts.map(({ value, added, removed }) => (added ? '+' : removed ? '-' : ' ') + value);
  return {
    chars: short(diffChars('今天天气好', '今天的天气很好')),
    words: short(diffWords('The quick fox', 'The slow fox jumps')),
    sentences: short(diffSentences('One. Two. Three.', 'One. 2. Three.')),
    json: short(diffJson({ a: 1, b: [1, 2] }, { b: [1, 3], a: 1 })),
    arrays: diffArrays(['a', 'b'], ['b', 'c']).map(({ value, count }) => [value, count]),
    patch,
    applied: applyPatch(before, patch) === after,
    refused: applyPatch('something else', patch),
    hunks: parsePatch(patch)[0].hunks.length,
  };
}
