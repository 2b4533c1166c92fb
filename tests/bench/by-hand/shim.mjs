/** What a plugin needs of its realm, where no prelude has prepared it. */
export const SHIM = 'globalThis.registerTool = (spec) => { globalThis.tool = spec; };';
