import { assign, createActor, createMachine, waitFor } from 'xstate';

/** A quest with nested states, guards and a delay. */
export default async function run() {
  const quest = createMachine({
    id: 'quest',
    initial: 'town',
    context: { gold: 5, log: [] },
    states: {
      town: {
        on: {
          BUY: {
            guard: ({ context, event }) => context.gold >= event.price,
            actions: assign({ gold: ({ context, event }) => context.gold - event.price }),
          },
          LEAVE: 'road',
        },
      },
      road: {
        initial: 'day',
        entry: assign({ log: ({ context }) => [...context.log, '上路'] }),
        states: { day: { after: { 5: 'night' } }, night: { on: { REST: '#quest.home' } } },
      },
      home: { type: 'final' },
    },
    output: ({ context }) => context,
  });
  const actor = createActor(quest);
  const seen = [];
  actor.subscribe(({ value }) => seen.push(JSON.stringify(value)));
  actor.start();
  for (const event of [{ type: 'BUY', price: 9 }, { type: 'BUY', price: 2 }, { type: 'LEAVE' }]) actor.send(event);
  await waitFor(actor, (state) => state.matches({ road: 'night' }));
  actor.send({ type: 'REST' });
  return { seen, output: actor.getSnapshot().output, status: actor.getSnapshot().status };
}
