import { FOV, Map as Maps, Path, RNG, Scheduler } from 'rot-js';

/** Digs a dungeon from a seed, finds the way through it and what the hero sees. */
export default function run() {
  RNG.setSeed(20240229);
  const free = new Set();
  const digger = new Maps.Digger(40, 18, { dugPercentage: 0.3 });
  digger.create((x, y, wall) => void (wall || free.add(`${x},${y}`)));
  const rooms = digger.getRooms().map((room) => room.getCenter());
  const [from, to] = [rooms[0], rooms.at(-1)];
  const way = [];
  new Path.AStar(...to, (x, y) => free.has(`${x},${y}`), { topology: 4 }).compute(...from, (x, y) => way.push([x, y]));
  let seen = 0;
  new FOV.PreciseShadowcasting((x, y) => free.has(`${x},${y}`)).compute(...from, 6, () => void seen++);
  const scheduler = new Scheduler.Speed();
  for (const [name, speed] of [
    ['猫', 100],
    ['龟', 25],
  ])
    scheduler.add({ name, getSpeed: () => speed }, true);
  return {
    rooms,
    way: way.length,
    free: free.size,
    seen,
    turns: Array.from({ length: 6 }, () => scheduler.next().name),
    rolls: Array.from({ length: 5 }, () => RNG.getUniformInt(1, 20)),
    picked: RNG.getWeightedValue({ 金: 1, 木: 3, 水: 2 }),
    shuffled: RNG.shuffle([1, 2, 3, 4, 5]),
  };
}
