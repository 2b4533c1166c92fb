import { dirname, join, normalize } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { textOf } from './imports.js';

/** A value that a module exports. */
export interface Exported {
  /** The name by which it is imported. */
  readonly name: string;
  /** Where it is declared, and under which name. */
  readonly file: string;
  readonly local: string;
  readonly kind: 'function' | 'class' | 'value';
}

type Statement = ReturnType<typeof parseAst>['body'][number];

const parsed = new Map<string, readonly Statement[]>();
function statementsOf(file: string): readonly Statement[] {
  const known = parsed.get(file) ?? parseAst(textOf(file), { lang: 'ts' }, file).body;
  parsed.set(file, known);
  return known;
}

const target = (from: string, to: string): string => normalize(join(dirname(from), to)).replace(/\.js$/, '.ts');
const nameOf = (node: object): string => ('name' in node ? String(node.name) : '');

/** What a statement declares itself, exported or not. */
const declaredBy = (statement: Statement) =>
  statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;

/** Where a value of a module is declared; `undefined` for none. */
function declarationOf(file: string, name: string): Omit<Exported, 'name'> | undefined {
  const here = (kind: Exported['kind']) => ({ file, local: name, kind });
  for (const statement of statementsOf(file)) {
    const declared = declaredBy(statement);
    if (declared.type === 'FunctionDeclaration' || declared.type === 'TSDeclareFunction') {
      if (declared.id?.name === name) return here('function');
    } else if (declared.type === 'ClassDeclaration') {
      if (declared.id?.name === name) return here('class');
    } else if (declared.type === 'VariableDeclaration') {
      const found = declared.declarations.find(({ id }) => nameOf(id) === name);
      if (found) return here(kindOf(file, found.init));
    } else if (declared.type === 'ImportDeclaration' || declared.type === 'ExportNamedDeclaration') {
      for (const one of declared.specifiers) {
        const [outer, inner] =
          one.type === 'ImportSpecifier'
            ? [one.local, one.imported]
            : one.type === 'ExportSpecifier'
              ? [one.exported, one.local]
              : [];
        if (!outer || !inner || nameOf(outer) !== name || !declared.source) continue;
        return declarationOf(target(file, declared.source.value), nameOf(inner));
      }
    }
  }
  return undefined;
}

const VALUES = /^(ObjectExpression|ArrayExpression|Literal|NewExpression|TSAsExpression|TSSatisfiesExpression)$/;

/** @throws where a constant may be a function or not, so that nothing is left out in silence. */
function kindOf(file: string, init: { readonly type: string } | null): Exported['kind'] {
  if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression') return 'function';
  if (init?.type === 'Identifier') return declarationOf(file, nameOf(init))?.kind ?? 'value';
  if (!init || !VALUES.test(init.type)) throw new Error(`${file}: what is a constant that is made by ${init?.type}?`);
  return 'value';
}

/** The values that a module exports, without types. @throws for `export *` of values, and for one that is not found. */
export function exportsOf(file: string): Exported[] {
  return statementsOf(file).flatMap((statement): Exported[] => {
    if (statement.type === 'ExportAllDeclaration' && statement.exportKind !== 'type')
      throw new Error(`${file}: name what is exported of ${statement.source.value}`);
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return [];
    const { declaration, specifiers } = statement;
    const names = specifiers.filter(({ exportKind }) => exportKind !== 'type').map(({ exported }) => nameOf(exported));
    if (declaration?.type === 'VariableDeclaration')
      names.push(...declaration.declarations.map(({ id }) => nameOf(id)));
    else if (declaration && 'id' in declaration && declaration.id) names.push(nameOf(declaration.id));
    return names.map((name) => {
      const found = declarationOf(file, name);
      if (!found) throw new Error(`${file}: ${name} is declared nowhere`);
      return { name, ...found };
    });
  });
}
