import type { Plugin } from 'vite';

export declare function assetsPlugin(): Plugin;
