import * as ss from 'simple-statistics';

/** Describes measurements and fits a line through them. */
export default function run() {
  const values = [12.5, 9.1, 14.2, 11.8, 10.4, 31.7, 12.2, 9.9, 11.1, 13.3];
  const pairs = values.map((value, index) => [index, value]);
  const line = ss.linearRegression(pairs);
  const round = (number) => Math.round(number * 1e9) / 1e9;
  return {
    mean: round(ss.mean(values)),
    median: ss.median(values),
    deviation: round(ss.sampleStandardDeviation(values)),
    quartiles: ss.quantile(values, [0.25, 0.5, 0.75]),
    line: [round(line.m), round(line.b)],
    fit: round(ss.rSquared(pairs, ss.linearRegressionLine(line))),
    outliers: values.filter((value) => Math.abs(value - ss.median(values)) > 3 * ss.medianAbsoluteDeviation(values)),
    clusters: ss.ckmeans(values, 3),
    tTest: round(ss.tTest(values, 12)),
    correlation: round(ss.sampleCorrelation(values, [...values].reverse())),
    normal: round(ss.cumulativeStdNormalProbability(1.96)),
  };
}
