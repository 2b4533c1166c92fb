// What is needed before the studio is loaded: small adapters, texts, and histories.
export { makeI18nFormat } from './base/format.js';
export { markOf } from './base/history-lines.js';
export { byAge, type HistoryPlace, type HistoryStorage, sessionsOf } from './base/history-storage.js';
export { createSettingsBackedHistoryStore, type HistoryStore, type HistoryStoreOptions } from './base/history-store.js';
export { makeAdapter } from './base/make-adapter.js';
