export declare function assemble(source: string): Promise<Uint8Array<ArrayBuffer>>;
export declare function kernelBytesText(): Promise<string>;
