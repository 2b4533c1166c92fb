import type { TestProject } from 'vitest/node';
import { serveWorkbench } from '../../scripts/serve.mjs';
import { serveChatApp } from './chat-app.js';
import { serveGallery } from './gallery.js';

/** Something that is served, for as long as the tests run. */
export interface Served {
  readonly url: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly served: { readonly workbench: Served; readonly chatApp: Served; readonly gallery: Served };
  }
}

/**
 * Serves the pages that several files look at, once for all of them: a server that is new has to bundle the workers and to
 * translate every module again. Nothing of a test stays in it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [workbench, chatApp, gallery] = await Promise.all([serveWorkbench(), serveChatApp(), serveGallery()]);
  const at = ({ url }: Served): Served => ({ url });
  project.provide('served', { workbench: at(workbench), chatApp: at(chatApp), gallery: at(gallery) });
  return async () => {
    await Promise.all([workbench.close(), chatApp[Symbol.asyncDispose](), gallery[Symbol.asyncDispose]()]);
  };
}
