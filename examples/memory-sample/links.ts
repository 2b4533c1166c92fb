import type { EdgeRecord } from '../../worker/memory/index.js';
import { createZipf, type Random } from './random.js';
import type { GraphOptions, Kind, Shape } from './shape.js';

const BETWEEN_PEOPLE = ['allied_with', 'hostile_to', 'mentor_of', 'family_of', 'knows', 'deceiving'];
const FROM_EVENT: { readonly [kind in Kind]: readonly string[] } = {
  event: ['related', 'causes', 'follows'],
  character_sheet: ['involved_in', 'mentions'],
  location_state: ['occurred_at'],
  thread: ['advances'],
};
const OTHERWISE = ['related', 'about', '涉及'];

const relation = (from: Kind, to: Kind, random: Random): string => {
  if (from === 'event') return random.pick(FROM_EVENT[to]);
  if (from === 'character_sheet' && to === 'character_sheet') return random.pick(BETWEEN_PEOPLE);
  return random.pick(OTHERWISE);
};

/** Indexes of the nodes, those that everything happens to first. */
function byFame(shapes: readonly Shape[]): readonly number[] {
  const all = shapes.map((_, index) => index);
  const isEntity = (index: number): boolean => shapes[index]?.kind !== 'event';
  return [...all.filter(isEntity), ...all.filter((index) => !isEntity(index))];
}

/** The edges of a graph, and for each node the first person that it leads to (-1: none). */
export function linksOf(
  shapes: readonly Shape[],
  options: GraphOptions,
  random: Random,
): { readonly edges: readonly EdgeRecord[]; readonly firstPerson: Int32Array } {
  const edges: EdgeRecord[] = [];
  const firstPerson = new Int32Array(shapes.length).fill(-1);
  const id = (index: number): string => `n_${index + 1}`;
  shapes.forEach(({ children }, parent) => {
    for (const child of children) {
      for (const type of ['contains', 'semantic_contains']) edges.push({ from: id(parent), to: id(child), type });
    }
  });
  const wanted = Math.round((options.edgesPerNode ?? 3.7) * shapes.length);
  const fame = byFame(shapes);
  const hub = createZipf(shapes.length, random);
  const seen = new Set<string>();
  // A small graph may have no room for that many: it gets fewer.
  for (let tries = 4 * wanted; edges.length < wanted && tries > 0 && shapes.length > 1; tries -= 1) {
    const from = random.below(shapes.length);
    const to = random.chance(options.hubShare ?? 0.5) ? (fame[hub()] ?? 0) : random.below(shapes.length);
    const [source, target] = [shapes[from], shapes[to]];
    if (from === to || !source || !target) continue;
    const type = relation(source.kind, target.kind, random);
    const key = `${from} ${to} ${type}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (target.kind === 'character_sheet' && firstPerson[from] === -1) firstPerson[from] = to;
    edges.push({ from: id(from), to: id(to), type, seqTo: Math.max(source.turn, target.turn) });
  }
  return { edges, firstPerson };
}
