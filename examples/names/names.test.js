import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { openPlugin } from 'bulkhead/node';

// The whole package: its hashes are checked.
const plugin = await openPlugin('.');
after(() => plugin.end());

test('the name that is drawn is one of the list', async () => {
  const names = JSON.parse(await readFile('names.json', 'utf8'));
  const { value, error } = await plugin.call('draw_name', {});
  assert.equal(error, undefined);
  assert.ok(names.includes(value.name));
});
