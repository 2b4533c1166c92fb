/** The globals of a guest beyond the language. A test compares them with those of a real guest. */
import './abort.js';
import './blob.js';
import './console.js';
import './crypto.js';
import './events.js';
import './http.js';
import './messages.js';
import './readable.js';
import './scope.js';
import './text.js';
import './url.js';
import './writable.js';
