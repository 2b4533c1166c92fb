// The studio, where code of the host's tree imports it from in the hosts that have one. What answers at once is loaded first.
const studio = globalThis.SillyTavern.getContext().iterationStudio;
await studio.ready();
export const {
  open,
  defineAdapter,
  createSettingsBackedHistoryStore,
  buildProfileDelta,
  renderProfileDeltaHtml,
  makeI18nFormat,
} = studio;
