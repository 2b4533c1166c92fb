/** The address of the word vectors. Bundlers copy the file beside their output. */
export const words = new URL('./en.bin', import.meta.url);
