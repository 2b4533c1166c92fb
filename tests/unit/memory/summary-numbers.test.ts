import { expect, test } from 'vitest';
import { Graph } from '../../../worker/memory/graph/graph.js';
import { createNode } from '../../../worker/memory/writes/create.js';
import { SummaryNumbers } from '../../../worker/memory/writes/summary-numbers.js';

const titleOf = (graph: Graph, id: string): string => graph.nodes.read(graph.nodes.find(id)).title;
const create = (graph: Graph, title?: string): string => createNode(graph, { type: 'event', title }, 1);

test('an untitled event gets the number after the highest active one, whatever was done to the others', () => {
  const graph = new Graph();
  const first = create(graph);
  expect(titleOf(graph, first)).toBe('Summary 1');
  expect(titleOf(graph, create(graph, '摘要 7'))).toBe('摘要 7');
  const eighth = create(graph);
  expect(titleOf(graph, eighth)).toBe('Summary 8');
  graph.patchNode(graph.nodes.find(eighth), { archived: true });
  expect(titleOf(graph, create(graph))).toBe('Summary 8');
  graph.patchNode(graph.nodes.find(eighth), { archived: false, title: 'Summary 20' });
  graph.patchNode(graph.nodes.find(eighth), { type: 'thread' });
  expect(titleOf(graph, create(graph))).toBe('Summary 9');
});

test('a number that was taken back is given again', () => {
  const graph = new Graph();
  create(graph);
  const journal = graph.begin();
  expect(titleOf(graph, create(graph))).toBe('Summary 2');
  journal.rollback();
  expect(SummaryNumbers.of(graph).highest).toBe(1);
  expect(titleOf(graph, create(graph))).toBe('Summary 2');
});
