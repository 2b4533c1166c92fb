/** Text of the bundled prelude: evaluates to the function `prepare` of index.ts. Made by the build. */
export declare const prelude: string;
/** SHA-256 of the engine's file and the prelude together, in hexadecimal: the key of images. */
export declare const imageKey: string;
