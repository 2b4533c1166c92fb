import { expect, test } from 'vitest';
import { plainHost } from '../setup.js';

test('a file that is put into an empty chat is there in other tabs too, and after a reload', async () => {
  await using source = plainHost();
  const from = await source.memory.open('from');
  for (const title of ['crown', 'sword']) await from.session.createNode({ type: 'thread', title });
  let file = '';
  for await (const part of from.export('jsonl')) file += part;
  const store = `imported-${crypto.randomUUID()}`;
  await using one = plainHost({ store });
  await using other = plainHost({ store });
  const [here, there] = [await one.memory.open('to'), await other.memory.open('to')];
  const told = new Promise<void>((resolve) => {
    there.onChange(({ nodes }) => nodes === 2 && resolve());
  });
  expect(await here.import([file])).toMatchObject({ nodes: 2, commits: 2 });
  await told;
  expect((await there.listNodes()).map(({ title }) => title).sort()).toEqual(['crown', 'sword']);
  await there.session.createNode({ type: 'thread', title: 'shield' });
  await using reloaded = plainHost({ store });
  expect(await (await reloaded.memory.open('to')).info()).toMatchObject({ nodes: 3, commits: 3 });
  await one.erase();
});
