import { isMap, parseAllDocuments, parseDocument, stringify, visit } from 'yaml';

/** Edits a configuration and keeps its comments; reads a file of several documents. */
export default function run() {
  const source = `# 设置
defaults: &base
  retries: 3 # 次数
  tags: [轻, 重]
dev:
  <<: *base
  url: "http://localhost"
text: |
  第一行
  第二行
`;
  const document = parseDocument(source, { merge: true });
  document.setIn(['dev', 'timeout'], 30);
  document.deleteIn(['defaults', 'tags', 0]);
  const keys = [];
  visit(document, { Pair: (_, { key }) => void keys.push(String(key)) });
  const many = parseAllDocuments('a: 1\n---\n- !!set {x, y}\n- 0o17\n- 2001-12-14\n---\nbroken: [1, 2');
  return {
    text: document.toString(),
    data: document.toJS(),
    keys,
    isMap: isMap(document.contents),
    many: many.map((one) => [one.toJSON(), one.errors.map(({ code, linePos }) => [code, linePos])]),
    written: stringify({ 名字: '张三', list: [{ a: 1 }, 'yes', '1e3', null], long: 'x '.repeat(60) }),
  };
}
