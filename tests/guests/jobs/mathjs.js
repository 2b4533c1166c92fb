import { all, create } from 'mathjs';

/** A calculator: units, matrices, big numbers, derivatives. */
export default function run() {
  const math = create(all, { number: 'BigNumber', precision: 32 });
  const parser = math.parser();
  parser.evaluate('f(x, y) = x^y + sqrt(x)');
  const lines = [
    '1/3 + 0.1',
    'f(2, 100)',
    '5.4 kg * 9.81 m/s^2 to N',
    'det([[2, 1], [1, 3]])',
    'inv([[4, 7], [2, 6]])',
    '(2 + 3i) * conj(2 - i)',
    'std([2, 4, 4, 4, 5, 5, 7, 9])',
    '100! / 98!',
  ];
  const numbers = create(all);
  return {
    lines: lines.map((line) => math.format(parser.evaluate(line), { precision: 20 })),
    derivative: numbers.derivative('x^3 * sin(x)', 'x').toString(),
    simplified: numbers.simplify('2x + 3x - (x - 4)').toString(),
    tex: numbers.parse('sqrt(a/b)^2').toTex(),
    eigen: numbers.eigs([
      [2, 0],
      [0, 3],
    ]).values,
    fraction: numbers.format(numbers.add(numbers.fraction(1, 3), numbers.fraction(1, 6))),
  };
}
