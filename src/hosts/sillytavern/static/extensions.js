// What extensions that load after Bulkhead get for `/scripts/extensions.js`: the host's own module, and the API it has not got.
export * from '/scripts/extensions.js';

export const getContext = () => globalThis.SillyTavern.getContext();
export const { getExtensionApi, registerExtensionApi } = getContext();
