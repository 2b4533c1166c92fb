import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { troubles } from './browser.js';
import { browser } from './harness.js';
import { serveHostPage } from './host-page.js';

type Where = 'page' | 'worker' | 'iframe';

/** Functions that live in the page: how each kind of extension comes and goes there. */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { createHost, assetsAt } = window.bulkhead;
    window.host = createHost({ assets: assetsAt('/dist/'), store: null, limits: { silenceMs: 500 } });
    const handOver = async (
      target: { postMessage(message: unknown, transfer: Transferable[]): void },
      owner: string,
    ) => {
      const { port1, port2 } = new MessageChannel();
      target.postMessage({ port: port2 }, [port2]);
      return window.host.connect(port1, { owner });
    };
    const registered = async () => {
      while (!window.host.tools.list().some(({ name }) => name === 'aborts')) {
        await new Promise<void>((resolve) => {
          const off = window.host.tools.onChange(() => {
            off();
            resolve();
          });
        });
      }
    };
    window.extensions = {
      async page() {
        let aborts = 0;
        const owner = { owner: 'page-extension' };
        const { tools } = window.host;
        const kept = [
          tools.register(
            { name: 'echo', mode: 'read', exec: (args) => ({ echo: args, origin: String(self.origin) }) },
            owner,
          ),
          tools.register(
            {
              name: 'wait',
              mode: 'write',
              exec: (_args, _ctx, { signal, log }) => {
                return new Promise((_, reject) => {
                  signal.addEventListener('abort', () => {
                    aborts += 1;
                    reject(signal.reason);
                  });
                  log('waiting');
                });
              },
            },
            owner,
          ),
          tools.register({ name: 'aborts', mode: 'read', exec: () => aborts }, owner),
        ];
        const kill = () => {
          for (const one of kept) one.unregister();
        };
        return { kill, gone: async () => '' };
      },
      async worker() {
        const worker = new Worker('/extension.js', { type: 'module' });
        const peer = await handOver(worker, 'worker-extension');
        await registered();
        return { kill: () => worker.terminate(), gone: async () => (await peer.closed).code };
      },
      async iframe() {
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.src = '/extension.html';
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        await loaded;
        const { contentWindow } = frame;
        const target = {
          postMessage: (message: unknown, transfer: Transferable[]) =>
            contentWindow?.postMessage(message, '*', transfer),
        };
        const peer = await handOver(target, 'iframe-extension');
        await registered();
        return { kill: () => frame.remove(), gone: async () => (await peer.closed).code };
      },
    };
  });
}

declare global {
  interface Window {
    extensions: { [where in Where]: () => Promise<{ kill(): void; gone(): Promise<string> }> };
  }
}

/** Registers, calls, aborts, kills and connects again, all in the page. */
function live(where: Where) {
  return async (page: Page) =>
    page.evaluate(async (kind) => {
      const { host } = window;
      const seen: Record<string, unknown> = {};
      const codeOf = async (work: Promise<unknown>) =>
        work.then(
          () => 'settled',
          (error) => error?.code ?? String(error?.message ?? error),
        );
      for (const life of ['first', 'second']) {
        const extension = await window.extensions[kind]();
        const said: Record<string, unknown> = {};
        said.kinds = host.tools.list().map((tool) => `${tool.name} ${tool.kind} ${tool.owner}`);
        const { value } = await host.tools.execute('echo', { n: 1 });
        said.value = (value as { echo: unknown }).echo;
        said.origin =
          (value as { origin: string }).origin === location.origin ? 'ours' : (value as { origin: string }).origin;
        const stop = new AbortController();
        const waiting = codeOf(
          host.tools.execute('wait', {}, { signal: stop.signal, onLog: () => stop.abort(new Error('enough')) }),
        );
        said.aborted = await waiting;
        // The extension hears of it a moment later.
        for (let i = 0; i < 50 && said.aborts !== 1; i++) said.aborts = (await host.tools.execute('aborts')).value;
        const run = await host.orchestrator.openRun();
        const answer = await host.orchestrator.dispatch({ name: 'echo', arguments: '{"b":2}' }, run);
        said.message = (JSON.parse(answer.message.content) as { data: { echo: unknown } }).data.echo;
        await run.end();
        let heard: () => void = () => {};
        const started = new Promise<void>((resolve) => {
          heard = resolve;
        });
        const open = codeOf(host.tools.execute('wait', {}, { onLog: () => heard(), timeoutMs: 5_000 }));
        await started;
        extension.kill();
        said.gone = await extension.gone();
        if (kind === 'page') await host.stopAll();
        said.open = await open;
        said.left = host.tools.list().length;
        said.after = await codeOf(host.tools.execute('echo'));
        said.status = [host.status().peers, host.status().calls];
        seen[life] = said;
      }
      await host.dispose();
      return seen;
    }, where);
}

for (const where of ['page', 'worker', 'iframe'] as const) {
  test(`an extension in a ${where}: registers, is called, aborted, killed, and comes back`, async () => {
    await using hosted = await serveHostPage();
    const page = await browser.newPage();
    const found = troubles(page);
    await page.goto(hosted.url);
    await page.waitForFunction(() => window.bulkhead !== undefined);
    await prepare(page);
    const kind = where === 'page' ? 'page' : 'port';
    const life = {
      kinds: ['echo', 'wait', 'aborts'].map((name) => `${name} ${kind} ${where}-extension`),
      value: { n: 1 },
      origin: where === 'iframe' ? 'null' : 'ours',
      aborted: 'enough',
      aborts: 1,
      message: { b: 2 },
      gone: where === 'page' ? '' : 'WORKER_LOST',
      open: where === 'page' ? 'STOPPED' : 'WORKER_LOST',
      left: 0,
      after: 'TOOL_NOT_FOUND',
      status: [0, 0],
    };
    expect(await live(where)(page)).toEqual({ first: life, second: life });
    expect(found).toEqual([]);
  });
}
