export declare const CHROMIUM_FLAGS: string[];
export declare const ONE_PROCESS: string[];
export declare function findChromium(): string | undefined;
export declare function findHeadless(): string | undefined;
