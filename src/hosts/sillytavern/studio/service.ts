// What the studio’s functions of a context do. Loaded with the first call of one.

export { saveSettings } from '../base/save-settings.js';
export { wordsOf } from '../base/words.js';
export { generateTask } from './task.js';
