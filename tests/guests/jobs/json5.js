import JSON5 from 'json5';

/** Reads a configuration that people write by hand. */
export default function run() {
  const text = `// 配置
{ name: '小\\
明', hex: 0xdecaf, half: .5, plus: +1, inf: -Infinity, nan: NaN, trailing: [1, 2,], 'quoted key': "\\u4f60\\x21", /* end */ }`;
  const read = JSON5.parse(text, (_, value) => (typeof value === 'number' ? String(value) : value));
  let broken;
  try {
    JSON5.parse('{a: 1,\n b 2}');
  } catch (error) {
    broken = [error.name, error.message, error.lineNumber, error.columnNumber];
  }
  return { read, broken, written: JSON5.stringify({ 'a-b': "it's", n: null, 数: [1, { x: Infinity }] }, null, 2) };
}
