/** Brotli bytes that no build may exceed, by feature. */
export declare const BUDGETS: { readonly 'main thread': number; readonly spawned: number; readonly engine: number };
/** What of the extension for SillyTavern is loaded while the application starts. */
export declare const SILLYTAVERN_START: number;
