import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPlugin } from 'bulkhead/node';

// The built plugin, in a guest of its own.
const plugin = await openPlugin('plugin.js');
after(() => plugin.end());

test('amounts stay the fractions that cooks measure by', async () => {
  const { value, error } = await plugin.call('scale_recipe', { amounts: ['1 1/2', '0.5'], from: 2, to: 3 });
  assert.equal(error, undefined);
  assert.deepEqual(value, { servings: 3, amounts: ['2 1/4', '3/4'] });
});

test('without a wanted number, it takes the last one, which it has kept', async () => {
  const world = { storage: { servings: 4 } };
  const { value } = await plugin.call('scale_recipe', { amounts: ['1'], from: 2 }, { world });
  assert.deepEqual(value, { servings: 4, amounts: ['2'] });
});

test('what it keeps is the wanted number', async () => {
  const { used, effects } = await plugin.call('scale_recipe', { amounts: [], from: 2, to: 6 });
  assert.deepEqual(used, ['household']);
  assert.equal(effects.length, 1);
});
