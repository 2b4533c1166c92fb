/** The file that every thread of ours begins with, beside the bundle. */
export const THREAD_ENTRY = new URL('./node-worker.js', import.meta.url);

/** The file that the process of a tool worker begins with. */
export const PROCESS_ENTRY = new URL('./node-process.js', import.meta.url);
