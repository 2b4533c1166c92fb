import type { Plugin } from 'vite';

export declare function serveBuilt(pages: {
  root: string;
  input: readonly string[];
  name: string;
  plugins?: readonly Plugin[];
}): Promise<{ url: string; close(): Promise<void> }>;
