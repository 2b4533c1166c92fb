/** The bundled parts of the platform by name, each a text that evaluates to its `make` function. Made by the build. */
export declare const parts: { readonly [part: string]: string };
