import { assetsAt, createHost, type Host } from '../index.js';
import { connectMcp } from '../mcp/index.js';
import { BulkheadWorkbench, type Example } from '../ui/index.js';

declare global {
  interface Window {
    /** The workbench's host, for the console. */
    bulkhead: Host;
  }
}

const EXAMPLES: readonly Example[] = [
  { id: 'dice', name: { en: 'Dice', 'zh-Hans': '骰子', 'zh-Hant': '骰子' }, url: '/examples/dice/dice.plugin.js' },
  { id: 'slow', name: { en: 'Slow', 'zh-Hans': '慢工具', 'zh-Hant': '慢工具' }, url: '/examples/slow/slow.plugin.js' },
];

window.bulkhead = createHost({ assets: assetsAt('/bulkhead/') });

const workbench = new BulkheadWorkbench();
workbench.host = window.bulkhead;
workbench.examples = EXAMPLES;
workbench.extension = { owner: 'word-counter', url: '/examples/extension/index.html' };
workbench.connectMcp = (options) => connectMcp(window.bulkhead, options);
document.body.append(workbench);
