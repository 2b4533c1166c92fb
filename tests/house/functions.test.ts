import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { sources, textOf } from './imports.js';

const MOST_LINES = 80;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Functions and methods of a source with more lines than `most`: where each begins, and how many it has. */
function longFunctions(source: string, file: string, most: number): string[] {
  const found: string[] = [];
  const lines = (from: number, to?: number) => source.slice(from, to).split('\n').length;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(value.type)) {
      const count = lines(value.start, value.end);
      if (count > most) found.push(`${file}:${lines(0, value.start)}: ${count} lines`);
    }
    Object.values(value).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }, file));
  return found;
}

test('a long function is found, whatever its form', () => {
  const body = '{\n'.concat('  step();\n'.repeat(3), '}');
  const forms = [
    `function a() ${body}`,
    `const b = () => ${body};`,
    `class C { d() ${body} }`,
    `const e = { f() ${body} };`,
  ];
  for (const form of forms) {
    expect(longFunctions(`\n${form}`, 'x.ts', 4)).toEqual(['x.ts:2: 5 lines']);
    expect(longFunctions(form, 'x.ts', 5)).toEqual([]);
  }
});

test(`no function of src/host has more than ${MOST_LINES} lines`, () => {
  const host = sources.filter((file) => file.startsWith('src/host/'));
  expect(host.length).toBeGreaterThan(10);
  expect(host.flatMap((file) => longFunctions(textOf(file), file, MOST_LINES))).toEqual([]);
});
