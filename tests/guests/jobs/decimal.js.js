import { Decimal } from 'decimal.js';

/** A loan's plan to the cent, and constants to many digits. */
export default function run() {
  const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_EVEN });
  const [principal, rate, months] = [new Money('250000.00'), new Money('0.0365').div(12), 6];
  const payment = principal
    .mul(rate)
    .div(new Money(1).sub(rate.add(1).pow(-months)))
    .toDecimalPlaces(2);
  const plan = [];
  let left = principal;
  for (let month = 1; month <= months; month++) {
    const interest = left.mul(rate).toDP(2);
    left = left.add(interest).sub(payment);
    plan.push([month, interest.toFixed(2), left.toFixed(2)]);
  }
  return {
    payment: payment.toString(),
    plan,
    pi: Money.acos(-1).toString(),
    e: Money.exp(1).toSD(30).toString(),
    sqrt: new Money(2).sqrt().toHexadecimal(),
    sum: Money.sum('0.1', '0.2', '1e-30').toString(),
    fraction: new Money('0.142857142857').toFraction(1000).map(String),
    ln: new Money('1e500').ln().toFixed(20),
  };
}
