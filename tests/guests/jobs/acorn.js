import { Parser, parse, tokenizer } from 'acorn';

/** Reads a plugin's source: what it imports and declares, and where it is wrong. */
export default function run() {
  const source = `import { 甲 as b } from './x.js';
export const 名 = async ({ a = 1, ...rest }) => { for await (const x of b()) yield_(x?.y ?? \`t\${a}\`); };
class C { #p = 1; static { this.q = 2; } get v() { return this.#p ** 2; } }
label: for (;;) { break label; }
const re = /(?<year>\\d{4})/dgu, big = 123_456n;`;
  const tree = parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  const names = new Set();
  const counts = {};
  JSON.stringify(tree, (_, value) => {
    if (value?.type === 'Identifier') names.add(value.name);
    if (value?.type) counts[value.type] = (counts[value.type] ?? 0) + 1;
    return typeof value === 'bigint' ? `${value}n` : value instanceof RegExp ? String(value) : value;
  });
  let broken;
  try {
    Parser.parse('let a;\nlet a;', { ecmaVersion: 2022 });
  } catch (error) {
    broken = [error.message, error.pos, error.loc];
  }
  return {
    names: [...names],
    counts,
    broken,
    tokens: [...tokenizer('a=>b', { ecmaVersion: 6 })].map(({ type }) => type.label),
  };
}
