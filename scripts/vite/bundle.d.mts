/** The engine's file with the image of a prepared guest in a section of its own. */
export declare function bundleEngine(): Promise<Buffer<ArrayBuffer>>;
