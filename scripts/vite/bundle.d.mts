/** The engine's file with the image of a prepared guest in a section of its own. */
export declare function bundleEngine(): Promise<Buffer<ArrayBuffer>>;
/** Serves what the build makes of the guest's prelude as a module. */
export declare function preludePlugin(): import('vite').Plugin;
/** The script of the tool worker. */
export declare function bundleToolWorker(): Promise<string>;
