import {
  EigenvalueDecomposition,
  inverse,
  Matrix,
  QrDecomposition,
  SingularValueDecomposition,
  solve,
} from 'ml-matrix';

/** Least squares, an inverse and the main axes of a small table. */
export default function run() {
  const round = (rows) => rows.map((row) => row.map((number) => Math.round(number * 1e8) / 1e8 + 0));
  const x = new Matrix([
    [1, 60, 5],
    [1, 62, 3],
    [1, 67, 8],
    [1, 70, 2],
    [1, 71, 6],
    [1, 75, 7],
  ]);
  const y = Matrix.columnVector([140, 155, 159, 179, 192, 200]);
  const square = new Matrix([
    [4, 1, 2],
    [1, 3, 0],
    [2, 0, 5],
  ]);
  return {
    coefficients: round(solve(x, y, true).to2DArray()),
    inverse: round(inverse(square).to2DArray()),
    identity: round(square.mmul(inverse(square)).to2DArray()),
    eigen: new EigenvalueDecomposition(square).realEigenvalues.map((value) => value.toFixed(6)),
    singular: new SingularValueDecomposition(x).diagonal.map((value) => value.toFixed(6)),
    upper: round(new QrDecomposition(square).upperTriangularMatrix.to2DArray().map((row) => row.map(Math.abs))),
    centred: round(x.clone().center('column').to2DArray()),
  };
}
