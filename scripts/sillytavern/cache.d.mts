export const CACHE: { readonly app: string; readonly seed: string };
export function isWarm(): boolean;
export function installSillyTavern(say?: (line: string) => void): Promise<typeof CACHE>;
