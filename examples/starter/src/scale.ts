import Fraction from 'fraction.js';

/** An amount for another number of servings, as a cook writes it: `1 1/2` for two is `2 1/4` for three. */
export function scale(amount: string, from: number, to: number): string {
  return new Fraction(amount).mul(to).div(from).toFraction(true);
}
