import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPlugin } from 'bulkhead/node';

const plugin = await openPlugin('.');
after(() => plugin.end());

test('a note is kept under its title', async () => {
  const { value, effects, used } = await plugin.call('write_note', { title: 'Mara', text: 'Friday, 7 pm' });
  assert.deepEqual(value, { kept: 'Mara' });
  assert.deepEqual(used, ['notes']);
  assert.equal(effects.length, 1);
});

test('all notes are read with their titles', async () => {
  const world = { storage: { 'note:Mara': 'Friday, 7 pm', other: 1 } };
  const { value } = await plugin.call('read_notes', {}, { world });
  assert.deepEqual(value, { notes: [{ title: 'Mara', text: 'Friday, 7 pm' }] });
});

test('a note without a text is refused before the plugin sees it', async () => {
  const { error } = await plugin.call('write_note', { title: 'Mara' });
  assert.equal(error.code, 'TOOL_ARGUMENTS_INVALID');
});
