export declare const ENTRIES: { readonly [name: string]: string };
export declare const NODE_ENTRIES: { readonly vite: string; readonly cli: string };
