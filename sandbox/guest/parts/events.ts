import type { MakePart } from '../platform.js';
import { makeAbort } from './events/abort.js';
import { DOMException } from './events/dom-exception.js';
import { CustomEvent, ErrorEvent, Event, MessageEvent, PromiseRejectionEvent } from './events/event.js';
import { dispatch, EventTarget, handler, reporter } from './events/event-target.js';

/** Events, abort signals and DOMException, as the DOM standard has them for a realm without a tree. */
export const make: MakePart = (kit) => {
  reporter.report = (error) => kit.log('error', ['Uncaught', error]);
  return {
    ...{ Event, EventTarget, CustomEvent, ErrorEvent, MessageEvent, PromiseRejectionEvent, DOMException },
    ...makeAbort(kit),
    // For other parts.
    ...{ dispatch, handler },
  };
};
