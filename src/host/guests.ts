import { BulkheadError } from '../../worker/protocol/errors.js';
import type { GuestMaker } from '../orchestrator/runs/index.js';
import type { PluginHolder } from './plugin-holder.js';

/** Makes guests for code that is no plugin: handwritten tools, and skills. */
export const guestMaker = (plugins: PluginHolder): GuestMaker => ({
  open: async ({ source, grants, onStruck }) =>
    (await plugins.load()).runners.make({
      source: async () => ({ source, manifest: '' }),
      ...(grants && { grants }),
      onStruck,
      handwritten: true,
    }),
  close: async (runner) => {
    const over = new BulkheadError('STOPPED', 'the run is over');
    // What it was made by may have been let go.
    await (plugins.now ? plugins.now.runners.close(runner, over) : runner.close(over));
  },
});
