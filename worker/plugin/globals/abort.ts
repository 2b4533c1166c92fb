import type { Listener, Own } from './own.js';

interface AbortSignalShape extends EventTarget {
  readonly aborted: boolean;
  readonly reason: any;
  onabort: ((this: AbortSignal, event: Event) => any) | null;
  /** Throws the reason, if it is aborted. */
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: Listener | null, options?: { readonly once?: boolean } | boolean): void;
  addEventListener(...given: Parameters<EventTarget['addEventListener']>): void;
}
interface AbortControllerShape {
  readonly signal: AbortSignal;
  abort(reason?: any): void;
}

interface Codes {
  readonly INDEX_SIZE_ERR: 1;
  readonly DOMSTRING_SIZE_ERR: 2;
  readonly HIERARCHY_REQUEST_ERR: 3;
  readonly WRONG_DOCUMENT_ERR: 4;
  readonly INVALID_CHARACTER_ERR: 5;
  readonly NO_DATA_ALLOWED_ERR: 6;
  readonly NO_MODIFICATION_ALLOWED_ERR: 7;
  readonly NOT_FOUND_ERR: 8;
  readonly NOT_SUPPORTED_ERR: 9;
  readonly INUSE_ATTRIBUTE_ERR: 10;
  readonly INVALID_STATE_ERR: 11;
  readonly SYNTAX_ERR: 12;
  readonly INVALID_MODIFICATION_ERR: 13;
  readonly NAMESPACE_ERR: 14;
  readonly INVALID_ACCESS_ERR: 15;
  readonly VALIDATION_ERR: 16;
  readonly TYPE_MISMATCH_ERR: 17;
  readonly SECURITY_ERR: 18;
  readonly NETWORK_ERR: 19;
  readonly ABORT_ERR: 20;
  readonly URL_MISMATCH_ERR: 21;
  readonly QUOTA_EXCEEDED_ERR: 22;
  readonly TIMEOUT_ERR: 23;
  readonly INVALID_NODE_TYPE_ERR: 24;
  readonly DATA_CLONE_ERR: 25;
}
interface DOMExceptionShape extends Error, Codes {
  readonly name: string;
  readonly message: string;
  /** @deprecated Use `name`. */
  readonly code: number;
}

declare global {
  interface AbortSignal extends Own<AbortSignalShape> {}
  interface AbortController extends Own<AbortControllerShape> {}
  interface DOMException extends Own<DOMExceptionShape> {}

  var AbortController: typeof globalThis extends { onmessage: unknown; AbortController: infer T }
    ? T
    : { prototype: AbortController; new (): AbortController };
  /** Signals are made by an `AbortController`, or here. */
  var AbortSignal: typeof globalThis extends { onmessage: unknown; AbortSignal: infer T }
    ? T
    : {
        prototype: AbortSignal;
        abort(reason?: any): AbortSignal;
        any(signals: Iterable<AbortSignal>): AbortSignal;
        timeout(milliseconds: number): AbortSignal;
      };
  var DOMException: typeof globalThis extends { onmessage: unknown; DOMException: infer T }
    ? T
    : Codes & { prototype: DOMException; new (message?: string, name?: string): DOMException };
}
