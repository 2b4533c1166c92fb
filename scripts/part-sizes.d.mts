/** Bytes of a part under Brotli, and bytes that it adds to a plugin's image. */
export interface PartSize {
  readonly brotli: number;
  readonly image: number;
}
/** The document with the table. */
export declare const PAGE: string;
/** Finds the table in the document. */
export declare const TABLE: RegExp;
/** Measures each part, and all together. */
export declare function measureParts(): Promise<{
  readonly empty: number;
  readonly rows: readonly (PartSize & { readonly part: string })[];
  readonly all: PartSize;
}>;
/** The table as the document has it. */
export declare function tableOf(sizes: Awaited<ReturnType<typeof measureParts>>): string;
