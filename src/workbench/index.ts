import { assetsAt, createHost, type Host } from '../index.js';
import { connectMcp } from '../mcp/index.js';
import { sleep } from '../primitives/index.js';
import { BulkheadWorkbench, type Example } from '../ui/index.js';

declare global {
  interface Window {
    /** The workbench's host, for the console. */
    bulkhead: Host;
  }
}

const EXAMPLES: readonly Example[] = [
  { id: 'dice', name: { en: 'Dice', 'zh-Hans': '骰子', 'zh-Hant': '骰子' }, url: '/examples/dice/dist/dice.plugin.js' },
  {
    id: 'notebook',
    name: { en: 'Notebook', 'zh-Hans': '笔记本', 'zh-Hant': '筆記本' },
    url: '/examples/notebook/notebook.plugin.js',
  },
  { id: 'slow', name: { en: 'Slow', 'zh-Hans': '慢工具', 'zh-Hant': '慢工具' }, url: '/examples/slow/slow.plugin.js' },
];

/** Milliseconds between two words that somebody reads along. */
const WORD_MS = 30;

/** Waits as long as a word takes to be read; not at all where the user wants no motion, or does not look. */
async function readable(): Promise<void> {
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  await sleep(WORD_MS);
}

window.bulkhead = createHost({
  assets: assetsAt('/bulkhead/'),
  embeddings: { kind: 'words', file: new URL('../../packages/words-en/en.bin', import.meta.url) },
});

const workbench = new BulkheadWorkbench();
workbench.host = window.bulkhead;
workbench.examples = EXAMPLES;
workbench.extension = { owner: 'word-counter', url: '/examples/extension/index.html' };
workbench.connectMcp = (options) => connectMcp(window.bulkhead, options);
workbench.chat = async () => {
  const { openController, readExample } = await import('../chat/controller.js');
  return openController({
    host: window.bulkhead,
    pace: readable,
    example: {
      plugin: { id: 'notebook', url: '/examples/notebook/notebook.plugin.js' },
      recording: async (language) =>
        readExample(await (await fetch('/examples/notebook/recording.json')).json(), language),
    },
  });
};
workbench.studio = async (chat) => {
  const [{ openStudioController }, { readRecordedStudio }] = await Promise.all([
    import('./studio.js'),
    import('./studio-example.js'),
  ]);
  return openStudioController({
    ...{ host: window.bulkhead, chat, worker: '/bulkhead/studio-worker.js' },
    example: {
      pace: readable,
      recording: async (language) =>
        readRecordedStudio(await (await fetch('/examples/studio/recording.json')).json(), language),
    },
  });
};
workbench.memorySample = async (options) =>
  (await import('../../examples/memory-sample/make-sample.js')).makeSample(options);
document.body.append(workbench);
