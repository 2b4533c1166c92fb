import { expect, test } from 'vitest';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { planOf } from '../../../worker/memory/guests/commit.js';
import { Overlays } from '../../../worker/memory/guests/overlays.js';
import { openLogs } from '../../../worker/memory/log/logs.js';

const answer = (swipe_id = 0) => ({ is_user: false, mes: 'answer', swipe_id });
const question = { is_user: true, mes: 'question' };

/** A chat of one answer and one node, and the effects of a call that makes another one beside it. */
async function staged() {
  const chat = await ChatGraph.open(
    { logs: openLogs({ store: null }), chat: 'c', types: undefined, ownTypes: undefined, onChange: () => {} },
    [question, answer()],
  );
  await chat.write('one', 'createNode', [{ type: 'thread', title: 'one' }]);
  const overlays = new Overlays('w');
  overlays.enter('run');
  overlays.read('run', chat);
  const request = { kind: 'write', method: 'createNode', options: { type: 'thread', title: 'two' }, ops: 1 } as const;
  await (await overlays.write('run', chat)).write({ plugin: 'p', types: null }, request);
  const { items, reads } = overlays.end('run');
  const commit = async () => chat.write('run', 'commit', [{ plan: planOf(chat, 'w', items, reads) }]);
  return { chat, commit, titles: () => chat.reads.api.listNodes({}).map(({ title }) => title) };
}

test('messages that come or are told again, and an edit, do not make staged effects stale', async () => {
  const { chat, commit, titles } = await staged();
  await chat.follow(0, [question, answer()]);
  await chat.follow(2, [question, answer()]);
  chat.edited(1);
  await commit();
  expect(titles()).toEqual(['one', 'two']);
});

test('a write, a swipe there and back, other types, and a new beginning make staged effects stale', async () => {
  const stale = expect.objectContaining({ code: 'EFFECTS_STALE' });
  const written = await staged();
  await written.chat.write('other', 'createNode', [{ type: 'thread', title: 'other' }]);
  await expect(written.commit()).rejects.toEqual(stale);
  const swiped = await staged();
  await swiped.chat.follow(1, [answer(1)]);
  await swiped.chat.follow(1, [answer(0)]);
  await expect(swiped.commit()).rejects.toEqual(stale);
  const typed = await staged();
  typed.chat.setTypes([{ id: 'thread', tableName: 't', tableColumns: ['title'] }], undefined);
  await expect(typed.commit()).rejects.toEqual(stale);
  const begun = await staged();
  await begun.chat.reload();
  await expect(begun.commit()).rejects.toEqual(stale);
});
