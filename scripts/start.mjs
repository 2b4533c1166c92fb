import { serveWorkbench } from './serve.mjs';

const { url, close } = await serveWorkbench();
console.log(`Bulkhead workbench: ${url}\nCtrl+C stops it`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => close().then(() => process.exit(0)));
