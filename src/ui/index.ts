/** Importing this module registers every element of Bulkhead's interface. */
export { BulkheadCall } from './call.js';
export { CallBook, type CallView } from './call-book.js';
export { BulkheadCopy } from './copy.js';
export type { BulkheadEvent, BulkheadEvents } from './element.js';
export { type ErrorView, viewError } from './error-text.js';
export { BulkheadFold } from './fold.js';
export { BulkheadFrameStrip } from './frame-strip.js';
export { BulkheadInstall } from './install.js';
export { BulkheadJson } from './json.js';
export { BulkheadKeys } from './keys.js';
export { LANGUAGES, type Language, language, setLanguage } from './language.js';
export { BulkheadPluginList, type Example } from './plugin-list.js';
export { BulkheadToast } from './toast.js';
export { BulkheadToolForm } from './tool-form.js';
export { BulkheadWalls } from './walls.js';
export { BulkheadWorkbench } from './workbench.js';
