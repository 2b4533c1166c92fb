/** The address of the word vectors. Bundlers copy the file beside their output. */
export declare const words: URL;
