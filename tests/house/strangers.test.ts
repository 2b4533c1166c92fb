import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { sentence } from '../../src/ui/i18n/text.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Fields and variables that hold what somebody else wrote, in templates of the interface. */
const STRANGERS = new Set([
  ...['displayName', 'description', 'reason', 'author', 'owner', 'title', 'name', 'label', 'tool', 'plugin', 'agent'],
  ...['edgeType', 'relation', 'why', 'notice', 'note', 'hint', 'origin', 'chat', 'skill', 'place', 'what', 'about'],
]);
/** What is filled in that nobody else writes: numbers, times and sizes. */
const OURS = new Set(
  'count all time number size seconds ms done limit turn percent at start end live terminating calls failures refusals cpu memory longest failed read written line column depth before after alt'.split(
    ' ',
  ),
);
/** Texts of ours that have the name of a stranger's field; secrets and tools of a manifest are plain letters by its rules. */
const KNOWN = new Set([
  'src/ui/shared/before-after.ts label',
  'src/ui/plugins/consent.ts name',
  'src/ui/runs/modes.ts about',
  'src/ui/runs/modes.ts title',
  'src/ui/plugins/secrets.ts name',
  'src/ui/imports/import-review.ts label',
  'src/ui/runs/run-trace.ts label',
  'src/ui/tools/tool-row.ts about',
  'src/ui/workbench/workbench-head.ts name',
  'src/ui/studio/tabs.ts label',
  'src/ui/code/code-sheet.ts edit.title',
  'src/ui/memory/memory.ts work.label',
  'src/ui/runs/modes.ts this.why',
  'src/ui/tools/tool-form.ts hint',
  'src/ui/workbench/workbench-places.ts own.chat',
  // Made by `said`.
  'src/ui/questions/ask-row.ts title',
]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The expressions that a place of a template may come to. */
function leaves(node: Node): Node[] {
  const of = (key: string) => leaves(node[key] as Node);
  if (node.type === 'ParenthesizedExpression') return of('expression');
  if (node.type === 'ConditionalExpression') return [...of('consequent'), ...of('alternate')];
  if (node.type !== 'LogicalExpression') return [node];
  return node.operator === '&&' ? of('right') : [...of('left'), ...of('right')];
}

/** What the templates of a source show between tags: not in attributes, and not in an option, which takes no elements. */
function shownIn(source: string, file: string): Node[] {
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === 'TaggedTemplateExpression' && (value.tag as Node).name === 'html') {
      const { quasis, expressions } = value.quasi as unknown as {
        quasis: { value: { raw: string } }[];
        expressions: Node[];
      };
      let before = '';
      quasis.forEach(({ value: { raw } }, i) => {
        before += raw;
        const expression = expressions[i];
        const inTag = before.lastIndexOf('<') > before.lastIndexOf('>');
        const inOption = before.lastIndexOf('<option') > before.lastIndexOf('</option');
        if (expression && !inTag && !inOption) found.push(...leaves(expression));
        before += 'x';
      });
    }
    Object.values(value).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }, file));
  return found;
}

const nameOf = (node: Node): string => {
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'ChainExpression') return nameOf(node.expression as Node);
  return node.type === 'MemberExpression' && node.computed !== true ? String((node.property as Node).name) : '';
};

/** The names of what a call of `t` fills in; none where they are not written there. */
function filledIn({ callee, arguments: given }: Node): string[] {
  const [, values] = given as Node[];
  if ((callee as Node).name !== 't' || values?.type !== 'ObjectExpression') return [];
  return (values.properties as Node[]).map(({ key }) => String((key as Node)?.name));
}

const files = readdirSync(`${root}src/ui`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/ui/${name.replaceAll('\\', '/')}`);

test('a stranger’s text stands in an element of its own wherever a template shows it', () => {
  const bare: string[] = [];
  for (const file of files) {
    const source = readFileSync(root + file, 'utf8');
    for (const node of shownIn(source, file)) {
      const words = source.slice(node.start, node.end);
      if (STRANGERS.has(nameOf(node)) && !KNOWN.has(`${file} ${words}`)) bare.push(`${file}: ${words}`);
      if (node.type === 'CallExpression' && filledIn(node).some((name) => !OURS.has(name))) {
        bare.push(`${file}: ${words.slice(0, 80)}: said(…) instead of t(…)`);
      }
    }
  }
  expect(bare).toEqual([]);
});

test('the search for such texts finds them', () => {
  const fill = (expression: string) => `$\{${expression}}`;
  const source = `html\`<p title=${fill('name')}>${fill('open ? tool.displayName : nothing')}</p><i>${fill('t("asks.of", { tool })')}${fill('stranger(name)')}${fill('t("json.more", { count })')}</i>\``;
  const found = shownIn(source, 'a.ts');
  expect(found.map(nameOf).filter((name) => STRANGERS.has(name))).toEqual(['displayName']);
  expect(found.map((node) => (node.type === 'CallExpression' ? filledIn(node) : []))).toContainEqual(['tool']);
  expect(sentence('asks.of')).toContain('{tool}');
});
