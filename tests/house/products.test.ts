import { expect, test } from 'vitest';
import { sources, textOf } from './imports.js';

/** Names of other products. */
const PRODUCTS = /luker|sillytavern|st-agentskills|stello/i;

/** Rooms and files where they may stand: what contracts of these products fix, and what a user reads. */
const COMPATIBLE: readonly RegExp[] = [
  /^src\/hosts\/sillytavern\//,
  // The orchestrator's API and the `ctx` of its runs, here and in another realm.
  /^src\/orchestrator\/(runs\/)?compat\.ts$/,
  /^worker\/peer\/compat\.ts$/,
  // Names that nobody else may register.
  /^worker\/protocol\/reserved\.ts$/,
  // The agent's API, and what reads the `ctx` of runs.
  /^src\/(engine|chat)\//,
  /^src\/memory\/tools\/(index|run-session)\.ts$/,
  // The studio's API and the classes of its HTML.
  /^src\/studio\//,
  /^src\/ui\/studio\//,
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
