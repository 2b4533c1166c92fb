import { hierarchy, pack, partition, stratify, tree, treemap, treemapSquarify } from 'd3-hierarchy';

/** Draws a family and a disk: trees, tiles, circles. */
export default function run() {
  const rows = [
    { id: '祖', parent: '' },
    { id: '父', parent: '祖', size: 4 },
    { id: '叔', parent: '祖', size: 9 },
    { id: '子', parent: '父', size: 3 },
    { id: '女', parent: '父', size: 7 },
    { id: '侄', parent: '叔', size: 5 },
  ];
  const root = stratify()
    .id(({ id }) => id)
    .parentId(({ parent }) => parent)(rows)
    .sum(({ size }) => size ?? 0)
    .sort((a, b) => b.value - a.value);
  const round = (number) => Math.round(number * 1000) / 1000;
  const shown = (layout, keys) =>
    layout(root.copy())
      .descendants()
      .map((node) => [node.data.id, ...keys.map((key) => round(node[key]))]);
  return {
    tree: shown(tree().size([100, 60]), ['x', 'y']),
    tiles: shown(treemap().tile(treemapSquarify.ratio(1)).size([100, 100]).padding(1), ['x0', 'y0', 'x1', 'y1']),
    circles: shown(pack().size([100, 100]), ['x', 'y', 'r']),
    layers: shown(partition().size([1, 1]), ['x0', 'y1']),
    path: root
      .leaves()[0]
      .path(root.leaves().at(-1))
      .map(({ id }) => id),
    depth: hierarchy({ children: [{ children: [{}] }] }).height,
  };
}
