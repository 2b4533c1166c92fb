import { Chess } from 'chess.js';

/** Plays a famous game, explains the position and refuses a wrong move. */
export default function run() {
  const chess = new Chess();
  const moves =
    'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#';
  const played = moves.split(' ').map((move) => chess.move(move).lan);
  let refused = '';
  try {
    new Chess().move('e5');
  } catch (error) {
    refused = error.message;
  }
  const other = new Chess('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  return {
    last: played.at(-1),
    fen: chess.fen(),
    over: [chess.isGameOver(), chess.isCheckmate(), chess.turn()],
    pgn: chess.pgn({ maxWidth: 60 }),
    legal: other.moves().length,
    castles: other
      .moves({ piece: 'k', verbose: true })
      .filter((move) => move.isKingsideCastle?.())
      .map(({ san }) => san),
    refused,
    board: chess.ascii(),
  };
}
