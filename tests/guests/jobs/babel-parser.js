import { parse, parseExpression } from '@babel/parser';

/** Reads TypeScript with JSX, and a dozen callbacks inside each other. */
export default function run() {
  const nested = `${Array.from({ length: 10 }, (_, n) => `step${n}((值${n}) => {`).join(' ')}done();${'});'.repeat(10)}`;
  const source = `import type { A } from 'a';
enum Kind { Hero = 1, Npc }
export default function View<T extends A>({ 名, n = 1 }: Props<T>): Element {
  const [a, setA] = useState<Map<string, T>>(() => new Map());
  return <div className="x" {...rest}>{a?.get(名)! satisfies T} <b>字</b></div>;
}
@sealed class C { declare readonly x: number; accessor y = 1; }
${nested}`;
  const tree = parse(source, {
    sourceType: 'module',
    plugins: ['typescript', 'jsx', 'decorators', 'decoratorAutoAccessors'],
    errorRecovery: true,
  });
  const counts = {};
  JSON.stringify(tree.program, (_, value) => {
    if (value?.type) counts[value.type] = (counts[value.type] ?? 0) + 1;
    return value;
  });
  let broken;
  try {
    parseExpression('a +* b');
  } catch (error) {
    broken = [error.message, error.code, error.reasonCode, error.loc.column];
  }
  return { counts, errors: tree.errors.map(({ message }) => message), broken };
}
