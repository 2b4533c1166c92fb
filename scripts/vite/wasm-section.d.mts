/** A WebAssembly file with one custom section more. */
export declare function withSection(file: Uint8Array, name: string, content: Uint8Array): Buffer<ArrayBuffer>;
