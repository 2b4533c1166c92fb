import { expect, test } from 'vitest';
import { registerMemoryTools } from '../../../../src/memory/tools/index.js';
import { openSchema } from '../../../../worker/adapters/schema.js';
import { READ_NAMES, toolsFor, WRITE_CALLS } from './setup.js';

interface Schema {
  readonly type: string;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly enum?: readonly string[];
}

const { api, registry } = toolsFor(() => null);
const schemaOf = (name: string) => registry.find(name).info.parameters as unknown as Schema;

test('all fifteen tools are registered, reads and writes, each write with its simulation', () => {
  const rows = api.listExtensionTools();
  const reads = READ_NAMES.map((name) => [name, 'read', false]);
  const writes = WRITE_CALLS.map(([name]) => [name, 'write', true]);
  expect(rows.map(({ name, mode, hasSimulate }) => [name, mode, hasSimulate]).sort()).toEqual(
    [...reads, ...writes].sort(),
  );
  for (const { description, displayName, source } of rows) {
    expect(description.length).toBeGreaterThan(60);
    expect([displayName !== '', source]).toEqual([true, 'extension']);
  }
});

test('the names belong to the memory graph', () => {
  const spec = { name: 'memory_schema', mode: 'read' as const, exec: () => 1 };
  expect(() => api.registerOrchestrationTool(spec, { owner: 'another' })).toThrow(
    expect.objectContaining({ code: 'NAME_RESERVED' }),
  );
});

test('each tool has the parameters of the contract, * for the ones it cannot do without', () => {
  const found = registry.list().map(({ name }) => {
    const { properties = {}, required = [] } = schemaOf(name);
    return [
      name,
      Object.keys(properties)
        .map((key) => (required.includes(key) ? `${key}*` : key))
        .join(' '),
    ];
  });
  expect(Object.fromEntries(found)).toEqual({
    memory_list_candidates: 'types exclude_recent_messages',
    memory_edge_summary: 'node_id* edge_types limit',
    memory_node_brief: 'node_id* include_edge_summary edge_summary_limit',
    memory_expand_seeds: 'seed_ids* hops edge_types include_children exclude_internal',
    memory_schema: '',
    memory_keyword_search: 'query* types k',
    memory_vector_search: 'query* types k',
    memory_find_by_name: 'query* types',
    memory_compaction_candidates: 'type* depth',
    memory_node_create: 'type* title* fields links ref',
    memory_node_edit: 'node_id* set_fields clear_fields title',
    memory_node_delete: 'node_id*',
    memory_link_upsert: 'source_node_id source_ref links*',
    memory_link_delete: 'source_node_id* target_node_id* relation* direction',
    memory_compact_nodes: 'type* child_ids* summary* fields',
  });
});

test('a link has four properties, one of them a choice of directions', () => {
  for (const name of ['memory_node_create', 'memory_link_upsert']) {
    const link = schemaOf(name).properties?.links?.items;
    expect(Object.keys(link?.properties ?? {})).toEqual(['target_node_id', 'target_ref', 'relation', 'direction']);
    expect(link?.properties?.direction?.enum).toEqual(['outgoing', 'incoming', 'bidirectional']);
    expect(link?.additionalProperties).toBe(false);
  }
});

test('every schema is closed, and every parameter described', () => {
  const look = (schema: Schema, path: string) => {
    if (schema.properties) expect(schema.additionalProperties, path).toBe(false);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      expect(inner.description?.length, `${path}.${name}`).toBeGreaterThan(15);
      look(inner, `${path}.${name}`);
    }
    if (schema.items) look(schema.items, `${path}[]`);
  };
  for (const { name } of registry.list()) look(schemaOf(name), name);
});

test('a property that no tool has is refused, and so is one in a link', () => {
  for (const [name, , args] of WRITE_CALLS) {
    const validate = openSchema(name, schemaOf(name));
    expect(validate(args), name).toEqual([]);
    expect(validate({ ...args, force: true }).length, name).toBeGreaterThan(0);
  }
  const validate = openSchema('memory_link_upsert', schemaOf('memory_link_upsert'));
  expect(validate({ links: [{ target_node_id: 'a', weight: 2 }] }).length).toBeGreaterThan(0);
  for (const name of READ_NAMES) expect(openSchema(name, schemaOf(name))({ extra: 1 }).length, name).toBeGreaterThan(0);
});

test('without an orchestrator nothing is registered, and nothing is thrown', () => {
  expect(() => registerMemoryTools(undefined, () => null)).not.toThrow();
});
