import type { StoredMessage } from '../base/context.js';

/** What most calls have in some dialect: looking for it is quick, reading is not. */
const LIKELY = /\[(?:CALL|TOOL_CALLS)|<\|?[a-z_｜]+|^\s*[[{]|Action:/im;

/** True for a text that may hold a call of some dialect. */
export const mayCall = (text: string): boolean => LIKELY.test(text);

/** Where a message keeps the format of calls in it that were not read. */
export const FORMAT_KEY = 'bulkhead_format';

/** True for a message with such calls. */
export const hasLookAlike = ({ extra }: StoredMessage): boolean => extra?.[FORMAT_KEY] !== undefined;
