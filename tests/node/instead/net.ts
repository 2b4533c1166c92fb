import { netServer } from '../../fixtures/net-server.mjs';

type Handle = (request: { url: string }, response: object, next: () => void) => void;

let handle: Handle | undefined;
const use = (one: Handle) => {
  handle = one;
};
const opened = netServer().configureServer({ middlewares: { use } });

/** Asks the servers of the tests in this process, where the suites of the browser ask the server of their page. */
async function ask(path: string): Promise<never> {
  await opened;
  // As an answer over a network, it comes after whatever else waits.
  await new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve, reject) => {
    const response = { setHeader() {}, end: (text: string) => resolve(JSON.parse(text) as never) };
    handle?.({ url: path }, response, () => reject(new Error(`there is no ${path}`)));
  });
}

export const netHosts = () => ask('/net-server');
export const netLog = () => ask('/net-server/log');
export const releaseSlow = () => ask('/net-server/release');
