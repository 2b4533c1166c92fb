export declare function codeBlocks(markdown: string): readonly {
  readonly language: string;
  readonly file: string | undefined;
  readonly text: string;
}[];
