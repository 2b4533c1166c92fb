export declare function serveWorkbench(options?: { port?: number }): Promise<{ url: string; close(): Promise<void> }>;
export declare function serveBuiltWorkbench(): Promise<{ url: string; close(): Promise<void> }>;
