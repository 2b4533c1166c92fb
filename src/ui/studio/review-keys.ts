import type { TextKey } from '../i18n/text.js';
import { takesText } from '../shared/focus.js';

const KEYS = {
  j: 'next',
  k: 'previous',
  ']': 'nextChange',
  '[': 'previousChange',
  Home: 'first',
  End: 'last',
  y: 'accept',
  n: 'reject',
  Y: 'acceptRest',
  N: 'rejectRest',
  u: 'undo',
  U: 'redo',
  'Mod+z': 'undo',
  'Mod+Z': 'redo',
  ' ': 'reviewed',
  Enter: 'open',
  ArrowRight: 'unfold',
  ArrowLeft: 'fold',
  s: 'view',
  'Mod+Enter': 'approve',
  '/': 'find',
  '?': 'help',
} as const;

export type ReviewAction = (typeof KEYS)[keyof typeof KEYS];

/** Which key does what: `event.key`, with `Mod+` before it for Ctrl or ⌘. Another table makes other keys of them. */
export type ReviewKeys = { readonly [key: string]: ReviewAction };

export const REVIEW_KEYS: ReviewKeys = KEYS;

export const REVIEW_HELP: readonly (readonly [keys: readonly ReviewAction[], words: TextKey])[] = [
  [['next', 'previous'], 'review.keyMove'],
  [['previousChange', 'nextChange'], 'review.keyChange'],
  [['first', 'last'], 'review.keyEnds'],
  [['accept'], 'review.keyAccept'],
  [['reject'], 'review.keyReject'],
  [['acceptRest'], 'review.keyAcceptRest'],
  [['rejectRest'], 'review.keyRejectRest'],
  [['undo'], 'review.keyUndo'],
  [['redo'], 'review.keyRedo'],
  [['reviewed'], 'review.keyReviewed'],
  [['open'], 'review.keyOpen'],
  [['unfold', 'fold'], 'review.keyFold'],
  [['view'], 'review.keyView'],
  [['approve'], 'review.keyApprove'],
  [['find'], 'review.keyFind'],
  [['help'], 'review.keyHelp'],
];

/** What can only be looked at has no keys that decide. */
const DECIDING: readonly ReviewAction[] = [
  ...(['accept', 'reject', 'acceptRest', 'rejectRest', 'undo', 'redo', 'reviewed', 'approve'] as const),
];
export const decides = (action: ReviewAction): boolean => DECIDING.includes(action);

const NAMES: { readonly [key: string]: string } = { ' ': 'Space', ArrowRight: '→', ArrowLeft: '←', Enter: '↵' };

/** The key for an action as it is shown, the first of them; empty without one. */
export function keyFor(action: ReviewAction, keys: ReviewKeys): string {
  const key = Object.keys(keys).find((one) => keys[one] === action);
  if (key === undefined) return '';
  const bare = key.replace(/^Mod\+/, '');
  const named = NAMES[bare] ?? bare;
  const shown = /^[A-Z]$/.test(named) ? `⇧${named}` : named.length === 1 ? named.toUpperCase() : named;
  return bare === key ? shown : `⌘/Ctrl ${shown}`;
}

/** What was pressed, as far as it matters. `third`: on the third level of its key. */
export interface Pressed extends Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> {
  readonly third: boolean;
}

/** A key as the table names it, whatever Caps Lock and the layout are; some layouts have `[` and `]` on the third level. */
export function pressedKey({ key, code, shiftKey, ctrlKey, metaKey, altKey, third }: Pressed): string | undefined {
  if (altKey && !third) return undefined;
  const letter = /^[a-z]$/i.test(key) ? key : /^\P{ASCII}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const meant = letter === undefined ? key : shiftKey ? letter.toUpperCase() : letter.toLowerCase();
  return (ctrlKey || metaKey) && !third ? `Mod+${meant}` : meant;
}

/** What a key that was pressed stands for; a button keeps what presses it, and a text all. */
export function actionOf(event: KeyboardEvent, keys: ReviewKeys): ReviewAction | undefined {
  const target = event.composedPath()[0];
  if (event.isComposing || takesText(target)) return undefined;
  const { key: name, code, shiftKey, ctrlKey, metaKey, altKey } = event;
  const third = event.getModifierState('AltGraph');
  const key = pressedKey({ key: name, code, shiftKey, ctrlKey, metaKey, altKey, third });
  if (key === undefined || !Object.hasOwn(keys, key)) return undefined;
  const presses = key === 'Enter' || key === ' ';
  const moves = key.startsWith('Arrow') || key === 'Home' || key === 'End';
  if (target instanceof Element) {
    if (presses && target.closest('button, a, summary, input, [role=separator]')) return undefined;
    if (moves && target.closest('input, [role=separator], [role=radio]')) return undefined;
  }
  return keys[key];
}
