import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { serveBuiltWorkbench } from '../../scripts/serve.mjs';
import { serveBuilt } from '../../scripts/vite/built-pages.mjs';

/** Something that is served, for as long as the tests run. */
export interface Served {
  readonly url: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly served: { readonly workbench: Served; readonly chatApp: Served; readonly gallery: Served };
  }
}

/** Applications with a real host, and galleries of the elements. */
const PAGES = [
  ...['chat-app', 'chat-gallery', 'gallery', 'review', 'runs', 'streams', 'studio-app', 'studio-place', 'studio/shell'],
].map((page) => `${page}.html`);

/** Builds and serves the pages that several files look at, once for all of them. Nothing of a test stays in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('../fixtures', import.meta.url));
  const [workbench, pages] = await Promise.all([
    serveBuiltWorkbench(),
    serveBuilt({ root, input: PAGES, name: 'pages' }),
  ]);
  const page = (name: string): Served => ({ url: `${pages.url}${name}.html` });
  project.provide('served', {
    workbench: { url: workbench.url },
    chatApp: page('chat-app'),
    gallery: page('gallery'),
  });
  return async () => {
    await Promise.all([workbench.close(), pages.close()]);
  };
}
