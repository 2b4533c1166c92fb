export declare function installBundlers(say?: (text: string) => void): string;
