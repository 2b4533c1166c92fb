// What the studio’s functions of a context do. Loaded with the first call of one.
export { wordsOf } from '../words.js';
export { saveSettings } from './save-settings.js';
export { generateTask } from './task.js';
