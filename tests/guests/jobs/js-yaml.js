import * as yaml from 'js-yaml';

/** Reads the front matter of posts, and writes it back in order. */
export default function run() {
  const posts = [
    '---\ntitle: "春天: 的诗"\ndate: 2024-04-01\ntags:\n  - 诗\n  - spring\ndraft: no\n---\nBody',
    '---\ntitle: >-\n  folded\n  text\nnested: {a: [1, 2.5, .inf], b: ~}\nref: &r [x]\nagain: *r\n---\nBody',
  ];
  const read = posts.map((post) => yaml.load(post.split('---\n')[1]));
  let broken;
  try {
    yaml.load('a: 1\n  b: 2');
  } catch (error) {
    broken = { name: error.name, reason: error.reason, line: error.mark?.line };
  }
  return { read, broken, dumped: yaml.dump(read, { sortKeys: true, lineWidth: 40, flowLevel: 3 }) };
}
