import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPlugin } from 'bulkhead/node';

const plugin = await openPlugin('.');
after(() => plugin.end());

test('each roll lies between the lowest and the highest total', async () => {
  const { value, error } = await plugin.call('roll_dice', { notation: '2d6+1', times: 20 });
  assert.equal(error, undefined);
  assert.deepEqual([value.lowest, value.highest, value.rolls.length], [3, 13, 20]);
  for (const { total } of value.rolls) assert.ok(total >= 3 && total <= 13);
});

test('what is no dice notation is an error that its caller reads', async () => {
  const { error } = await plugin.call('roll_dice', { notation: 'two dice' });
  assert.equal(error.code, 'TOOL_ERROR');
});
