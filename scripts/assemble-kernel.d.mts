export declare function assemble(source: string): Uint8Array<ArrayBuffer>;
export declare function kernelBytesText(): string;
