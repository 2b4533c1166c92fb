import type { ErrorView } from '../shared/error-text.js';
import type { CallView } from '../tools/call-history.js';

/** One message of a chat as it is shown. Another object each time something about it changes. */
export interface ChatItem {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
  /** More of it is to come. */
  readonly streaming?: boolean;
  /** The calls that it made, in their order. */
  readonly calls?: readonly CallView[];
  readonly error?: ErrorView;
  /** It goes on with what the message before it says: who says it is not said again. */
  readonly follows?: boolean;
  readonly canRetry?: boolean;
  readonly canEdit?: boolean;
}
