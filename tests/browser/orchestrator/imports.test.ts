import { expect, test, vi } from 'vitest';
import { sillyTavernBridge } from '../../../src/hosts/sillytavern/base/bridge.js';
import type { FoundTool } from '../../../src/index.js';
import { FakeToolManager } from '../../conformance/orchestrator/tool-manager.js';
import { testHost } from '../setup.js';
import { answer, spec, thrown } from './setup.js';

const tool = { name: 'evil', mode: 'write', description: 'd', body: 'return 1;', simulateBody: 'return 2;' };
const card = <T>(orchestrator: T) => ({
  spec: 'chara_card_v3',
  data: { name: 'Ada', extensions: { orchestrator } },
});
const lists = { customTools: [tool] };

test('K01 tools are found in every place, each with its mode and place', async () => {
  await using host = testHost();
  const libraries = Object.fromEntries(['loop', 'agenda', 'director', 'spec'].map((mode) => [mode, { p: lists }]));
  const input = card({
    presetLibraries: { ...libraries, spec: { p: lists, q: { spec: lists } } },
    override: { loop: lists, spec: { ...lists, spec: lists } },
  });
  const { found } = await host.orchestrator.reviewImport(input, () => 'with');
  expect(found.map(({ mode, place }) => `${mode} ${place}`).sort()).toEqual(
    [
      'agenda /presetLibraries/agenda/p/customTools',
      'director /presetLibraries/director/p/customTools',
      'loop /override/loop/customTools',
      'loop /presetLibraries/loop/p/customTools',
      'spec /override/spec/customTools',
      'spec /override/spec/spec/customTools',
      'spec /presetLibraries/spec/p/customTools',
      'spec /presetLibraries/spec/q/spec/customTools',
    ].sort(),
  );
  expect(found[0]).toMatchObject({
    name: 'evil',
    toolMode: 'write',
    description: 'd',
    body: 'return 1;',
    simulateBody: 'return 2;',
  });
});

test('K02 with keeps, without empties a clone, cancel drops the orchestrator’s data', async () => {
  await using host = testHost();
  const input = card({ override: { loop: { ...lists, other: 1 } } });
  const before = structuredClone(input);
  const decide = (decision: string) => host.orchestrator.reviewImport(input, () => decision);
  expect(await decide('with')).toMatchObject({ plan: 'keep', result: before });
  expect((await decide('without')).result).toEqual(card({ override: { loop: { customTools: [], other: 1 } } }));
  expect((await decide('cancel')).result).toEqual(card(null));
  expect(input).toEqual(before);
});

test('K03 whatever is no decision strips: an unknown word, a crash, nobody to ask', async () => {
  await using host = testHost();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const input = card({ override: { loop: lists } });
  const asks = [
    () => 'yes',
    () => true,
    () => undefined,
    () => Promise.reject(new Error('the popup is gone')),
    undefined,
  ];
  for (const ask of asks) {
    const { plan, result } = await host.orchestrator.reviewImport(input, ask);
    expect([plan, result]).toEqual(['strip', card({ override: { loop: { customTools: [] } } })]);
  }
  warn.mockRestore();
});

test('K04 an update of a card and an exported preset meet the same review, by the host’s own question', async () => {
  const asked: string[][] = [];
  await using host = testHost({
    reviewImport: (found: readonly FoundTool[]) => {
      asked.push(found.map(({ place }) => place));
      return 'without';
    },
  });
  const update = { extensions: { orchestrator: { override: { agenda: lists } } } };
  const preset = { name: 'mine', customTools: [tool] };
  const specPreset = { name: 'mine', spec: { stages: [], customTools: [tool] } };
  const exported = { presetLibraries: { loop: { p: lists } } };
  expect((await host.orchestrator.reviewImport(update)).result).toEqual({
    extensions: { orchestrator: { override: { agenda: { customTools: [] } } } },
  });
  expect((await host.orchestrator.reviewImport(preset)).result).toEqual({ name: 'mine', customTools: [] });
  expect((await host.orchestrator.reviewImport(specPreset)).result).toEqual({
    name: 'mine',
    spec: { stages: [], customTools: [] },
  });
  expect((await host.orchestrator.reviewImport(exported)).result).toEqual({
    presetLibraries: { loop: { p: { customTools: [] } } },
  });
  expect((await host.orchestrator.reviewImport({ name: 'no tools' })).plan).toBe('keep');
  expect(asked).toEqual([
    ['/override/agenda/customTools'],
    ['/customTools'],
    ['/spec/customTools'],
    ['/presetLibraries/loop/p/customTools'],
  ]);
});

const evil = { override: { loop: lists } };
const HIDDEN: { readonly [what: string]: unknown } = {
  'an empty block before a bare preset': { data: { extensions: { orchestrator: {} } }, customTools: [tool] },
  'an empty block before another': { data: { extensions: { orchestrator: null } }, extensions: { orchestrator: evil } },
  'libraries beside a block': { extensions: { orchestrator: {} }, presetLibraries: { loop: { p: lists } } },
  'an exported preset': { preset: lists },
  'an exported profile': { orchestrator: evil },
  'a bare library': { loop: { p1: lists } },
  'a list of presets': [lists],
};

for (const [what, input] of Object.entries(HIDDEN)) {
  test(`an import that hides tools by ${what} is asked about and stripped`, async () => {
    await using host = testHost();
    let asked = 0;
    const ask = (found: readonly FoundTool[]) => {
      asked = found.length;
    };
    const { plan, result } = await host.orchestrator.reviewImport(input, ask);
    expect([asked, plan]).toEqual([1, 'strip']);
    expect(JSON.stringify(result)).not.toContain('evil');
    expect(JSON.stringify(input)).toContain('evil');
  });
}

test('tools where no reader of a card looks are never kept, whatever is decided', async () => {
  await using host = testHost();
  const hidden = card({
    presetLibraries: { loop: [lists], agenda: { p: { nested: lists } } },
    elsewhere: { deep: lists },
  });
  const alone = await host.orchestrator.reviewImport(hidden, () => 'with');
  expect([alone.plan, alone.found, JSON.stringify(alone.result).includes('evil')]).toEqual(['strip', [], false]);
  const both = card({ override: { loop: lists }, elsewhere: { deep: { customTools: [{ ...tool, name: 'worse' }] } } });
  const { result } = await host.orchestrator.reviewImport(both, () => 'with');
  expect(JSON.stringify(result)).toContain('evil');
  expect(JSON.stringify(result)).not.toContain('worse');
  // Another extension's own data is none of ours.
  const other = { data: { extensions: { other: { customTools: [tool] } } } };
  expect(await host.orchestrator.reviewImport(other, () => 'without')).toEqual({
    plan: 'keep',
    found: [],
    result: other,
  });
});

test('what is no plain data is refused, and what is shown is what is kept', async () => {
  await using host = testHost();
  const cyclic: { [key: string]: unknown } = { data: { extensions: { orchestrator: evil } } };
  cyclic.self = cyclic;
  let deep: unknown = lists;
  for (let i = 0; i < 100_000; i++) deep = { deep };
  for (const bad of [JSON.stringify(card(evil)), cyclic, deep]) {
    await expect(host.orchestrator.reviewImport(bad, () => 'with')).rejects.toMatchObject({ code: 'BAD_ARGS' });
  }
  let reads = 0;
  const sly = {
    extensions: {
      get orchestrator() {
        reads += 1;
        return reads === 1 ? {} : evil;
      },
    },
  };
  const { result } = await host.orchestrator.reviewImport(sly, () => 'without');
  expect(JSON.stringify(result)).not.toContain('evil');
});

function bridged() {
  const manager = new FakeToolManager();
  manager.names = ['GetTime', 'Roll'];
  return { manager, host: testHost({ bridge: sillyTavernBridge(() => manager) }) };
}

test('B01 B02 a bridged tool is st_<name>, write unless exactly read', async () => {
  const { host } = bridged();
  await using _host = host;
  const { orchestrator } = host;
  expect(orchestrator.listAvailableSillyTavernTools()).toEqual([
    { name: 'GetTime', displayName: 'Display GetTime', description: 'what GetTime does' },
    { name: 'Roll', displayName: 'Display Roll', description: 'what Roll does' },
  ]);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const [mode, want] of [
    [undefined, 'write'],
    ['read', 'read'],
    ['rw', 'write'],
  ] as const) {
    orchestrator.bridgeSillyTavernTool('GetTime', { mode: mode as 'read' });
    const [row] = orchestrator.listExtensionTools();
    expect(row).toEqual({
      name: 'st_GetTime',
      mode: want,
      description: 'what GetTime does',
      displayName: 'Display GetTime',
      hasSimulate: false,
      source: 'st-bridge',
    });
  }
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
  expect(await answer(host, 'st_GetTime')).toEqual({ ok: true, data: 'EXEC' });
  expect(orchestrator.resolveToolSource('st_GetTime')).toBe('st-bridge');
});

test('B03 an unknown host tool is refused by name; bridged ones leave the available list and come back', async () => {
  const { host } = bridged();
  await using _host = host;
  const { orchestrator } = host;
  expect(thrown(() => orchestrator.bridgeSillyTavernTool('Nope')).message).toMatch(/Nope.*not in ToolManager/);
  orchestrator.bridgeSillyTavernTool('Roll');
  expect(orchestrator.listAvailableSillyTavernTools().map(({ name }) => name)).toEqual(['GetTime']);
  orchestrator.unbridgeSillyTavernTool('Roll');
  expect(orchestrator.listAvailableSillyTavernTools().map(({ name }) => name)).toEqual(['GetTime', 'Roll']);
});

test('B04 an error the host tool returns is a failure', async () => {
  const { manager, host } = bridged();
  await using _host = host;
  host.orchestrator.bridgeSillyTavernTool('Roll');
  manager.returns = new Error('offline');
  expect(await answer(host, 'st_Roll')).toEqual({ ok: false, error: 'offline', code: 'TOOL_ERROR', hint: '' });
});

test('B05 a name that makes no tool name is refused; nobody else may use the prefix', async () => {
  const { manager, host } = bridged();
  await using _host = host;
  manager.names = ['Get-Time', 'x'.repeat(62), 'x'.repeat(61)];
  for (const name of ['Get-Time', 'x'.repeat(62)]) {
    expect(thrown(() => host.orchestrator.bridgeSillyTavernTool(name)).code).toBe('NAME_INVALID');
  }
  host.orchestrator.bridgeSillyTavernTool('x'.repeat(61));
  expect(thrown(() => host.tools.register(spec('st_GetTime'), { owner: 'SillyTavern' })).code).toBe('NAME_RESERVED');
});

test('a kept selection is restored; what vanished is skipped, and only differences are touched', async () => {
  const { manager, host } = bridged();
  await using _host = host;
  const { orchestrator } = host;
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const saved = [{ name: 'GetTime', mode: 'read' }, { name: 'Gone', mode: 'write' }, null, 'x'];
  expect(orchestrator.applySillyTavernBridges(saved)).toContain('Gone');
  expect(info).toHaveBeenCalled();
  info.mockRestore();
  expect(orchestrator.listBridgedSillyTavernTools()).toEqual([{ name: 'GetTime', mode: 'read' }]);
  manager.names = [];
  expect(orchestrator.applySillyTavernBridges([{ name: 'GetTime', mode: 'read' }])).toEqual([]);
  expect(orchestrator.applySillyTavernBridges([])).toEqual([]);
  expect(orchestrator.listBridgedSillyTavernTools()).toEqual([]);
});

test('a host without a bridge says so', async () => {
  await using host = testHost();
  expect(host.orchestrator.listAvailableSillyTavernTools()).toEqual([]);
  expect(thrown(() => host.orchestrator.bridgeSillyTavernTool('GetTime')).message).toContain('not in ToolManager');
});

test('a large import is looked through by a worker, and nothing of it is lost', async () => {
  await using host = testHost();
  const filler = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`k${i}`, { customTools: [tool] }]));
  const input = card({ override: { loop: lists }, filler, rest: ['x'.repeat(100_000), { __proto__: null, a: [1] }] });
  // On the page's own thread a JSON text is parsed once: what the worker answers that is to be stored.
  const parse = vi.spyOn(JSON, 'parse');
  const seen: string[] = [];
  for (const decision of ['with', 'without', 'cancel']) {
    parse.mockClear();
    const { found, plan, result } = await host.orchestrator.reviewImport(input, () => decision);
    const large = parse.mock.calls.filter(([text]) => String(text).length > 1_000);
    expect(large.every(([, reviver]) => reviver === undefined)).toBe(true);
    seen.push(`${plan} ${found.length}`);
    const text = JSON.stringify(result);
    expect(text.includes('evil')).toBe(decision === 'with');
    if (decision !== 'cancel') {
      const emptied = Object.fromEntries(Object.keys(filler).map((key) => [key, { customTools: [] }]));
      const kept = decision === 'with' ? lists : { customTools: [] };
      expect(result).toEqual(
        card({ override: { loop: kept }, filler: emptied, rest: input.data.extensions.orchestrator.rest }),
      );
    }
  }
  expect(seen).toEqual(['keep 1', 'strip 1', 'drop 1']);
  parse.mockRestore();
});

test('a large import that is none is refused as a small one', async () => {
  await using host = testHost();
  let deep: unknown = 'x'.repeat(200_000);
  for (let i = 0; i < 300; i += 1) deep = { deep };
  await expect(host.orchestrator.reviewImport(deep)).rejects.toMatchObject({ code: 'BAD_ARGS' });
});
