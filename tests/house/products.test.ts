import { expect, test } from 'vitest';
import { sources, textOf } from './imports.js';

/** Names of other products. */
const PRODUCTS = /luker|sillytavern|st-agentskills|stello/i;

/** Rooms and files where they may stand: what contracts of these products fix, and what a user reads. */
const COMPATIBLE: readonly RegExp[] = [
  /^src\/hosts\/sillytavern\//,
  // The orchestrator's API and the `ctx` of its runs, here and in another realm.
  /^src\/orchestrator\/compat\.ts$/,
  /^worker\/peer\/compat\.ts$/,
  // Names that nobody else may register.
  /^worker\/protocol\/reserved\.ts$/,
  // Names of the agent's API and of the modes' tools, and the field of runs in `ctx`.
  /^src\/engine\/(internal-compat|index)\.ts$/,
  // The id of the studio's dialog and the classes of its HTML, which other extensions style.
  /^src\/studio\/(base\/delta-html|base\/line-html|base\/open-studio|editors\/editor|plugin\/panel|profiles\/panel|schema\/panel)\.ts$/,
  /^src\/ui\/studio\/(line-diff-styles|line-divider|open-studio|panel-styles)\.ts$/,
  // Texts for users, chat files, and the option that says what it is for.
  /^src\/ui\/i18n\//,
  /^src\/ui\/memory\/memory-transfer\.ts$/,
  /^src\/memory\/types\.ts$/,
  /^worker\/memory\/(chat\/put-chat|transfer\/chat-file)\.ts$/,
  /^worker\/protocol\/memory\.ts$/,
  /^src\/host\/options\.ts$/,
];

test('names of other products stand in their compatibility rooms only', () => {
  const named = sources.filter((file) => PRODUCTS.test(textOf(file)));
  expect(named.filter((file) => !COMPATIBLE.some((room) => room.test(file)))).toEqual([]);
  // A room that needs no exception any more has none.
  expect(COMPATIBLE.filter((room) => !named.some((file) => room.test(file)))).toEqual([]);
});

test('the sandbox, the registry, the ports and the contracts of workers know no product', () => {
  const inner = /^(sandbox|src\/(tools|ports|isolation|permissions|contracts)|worker\/(rpc|tool|catalog|broker))\//;
  const files = [...sources.filter((file) => inner.test(file)), 'worker/protocol/peer.ts'];
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => PRODUCTS.test(textOf(file)))).toEqual([]);
});
