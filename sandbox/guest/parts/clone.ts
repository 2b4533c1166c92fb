import type { Kit, MakePart } from '../platform.js';
import { cloner } from './clone/cloner.js';
import { kindOf } from './clone/kinds.js';

type Fill = () => void;

/** `structuredClone`, by the HTML standard, without recursion: a deep value needs memory, not stack. */
export const make: MakePart = (kit) => ({
  structuredClone(...given: unknown[]): unknown {
    if (given.length === 0) throw new TypeError('structuredClone needs a value');
    return clone(kit, given[0], transferOf(given[1]));
  },
});

const refuse = (kit: Kit, what: string): never => {
  throw new (kit.use('events').DOMException)(`${what} could not be cloned.`, 'DataCloneError');
};

/** The list of what moves. */
function transferOf(options: unknown): readonly unknown[] {
  if (options === undefined || options === null) return [];
  if (typeof options !== 'object' && typeof options !== 'function') throw new TypeError('the options are an object');
  const { transfer } = options as { transfer?: unknown };
  if (transfer === undefined) return [];
  if (typeof transfer !== 'object' || transfer === null) throw new TypeError('transfer is a list');
  return [...(transfer as Iterable<unknown>)];
}

const ERRORS = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError } as {
  readonly [name: string]: ErrorConstructor;
};

function clone(kit: Kit, value: unknown, transfer: readonly unknown[]): unknown {
  const known = new Map<unknown, unknown>();
  const todo: Fill[] = [];
  const moved = new Set<unknown>();
  for (const one of transfer) {
    if (!(one instanceof ArrayBuffer) || moved.has(one)) refuse(kit, 'A value of the transfer list');
    moved.add(one);
  }

  const copy = (given: unknown): unknown => {
    if (typeof given === 'symbol') return refuse(kit, String(given));
    if (typeof given === 'function') return refuse(kit, `function ${given.name}`);
    if (typeof given !== 'object' || given === null) return given;
    if (known.has(given)) return known.get(given);
    const made = shell(given);
    known.set(given, made);
    return made;
  };
  const fields = (from: object, to: object): void => {
    todo.push(() => {
      for (const key of Object.keys(from)) {
        const value = copy((from as Record<string, unknown>)[key]);
        Object.defineProperty(to, key, { value, writable: true, enumerable: true, configurable: true });
      }
    });
  };
  const shell = (given: object): object => {
    const kind = kindOf(given);
    if (kind === 'plain') {
      const made = {};
      fields(given, made);
      return made;
    }
    if (kind === 'array') {
      const made: unknown[] = new Array((given as unknown[]).length);
      fields(given, made);
      return made;
    }
    if (kind === 'map') {
      const [made, entries] = [new Map(), [...Map.prototype.entries.call(given)]];
      todo.push(() => {
        for (const [key, one] of entries) made.set(copy(key), copy(one));
      });
      return made;
    }
    if (kind === 'set') {
      const [made, entries] = [new Set(), [...Set.prototype.values.call(given)]];
      todo.push(() => {
        for (const one of entries) made.add(copy(one));
      });
      return made;
    }
    if (kind === 'date') return new Date(Date.prototype.getTime.call(given));
    if (kind === 'regexp') return new RegExp((given as RegExp).source, (given as RegExp).flags);
    if (kind === 'boxed') return Object((given as { valueOf(): unknown }).valueOf());
    if (kind === 'buffer') return bufferOf(given as ArrayBuffer);
    if (kind === 'view') {
      const { buffer, byteOffset, byteLength, constructor: made } = given as Uint8Array;
      const length = given instanceof DataView ? byteLength : (given as Uint8Array).length;
      const View = (given instanceof DataView ? DataView : made) as Uint8ArrayConstructor;
      return new View(copy(buffer) as ArrayBuffer, byteOffset, length);
    }
    if (kind === 'error') return errorOf(given as Error);
    const copier = (given as { [cloner]?: (kit: Kit) => object })[cloner];
    if (copier) return copier.call(given, kit);
    return refuse(kit, Object.prototype.toString.call(given));
  };
  const bufferOf = (given: ArrayBuffer): ArrayBuffer => {
    if (given.detached) return refuse(kit, 'A detached ArrayBuffer');
    if (moved.has(given)) return given.transfer();
    const made = new ArrayBuffer(
      given.byteLength,
      given.resizable ? { maxByteLength: given.maxByteLength } : undefined,
    );
    new Uint8Array(made).set(new Uint8Array(given));
    return made;
  };
  const errorOf = (given: Error): Error => {
    const { DOMException } = kit.use('events');
    if (given instanceof DOMException) return new DOMException(given.message, given.name);
    const made = new (ERRORS[given.name] ?? Error)();
    const own = (name: 'message' | 'stack' | 'cause', value: unknown) =>
      Object.defineProperty(made, name, { value, writable: true, configurable: true });
    const message = Object.getOwnPropertyDescriptor(given, 'message');
    if (message && 'value' in message) own('message', `${message.value}`);
    if (typeof given.stack === 'string') own('stack', given.stack);
    if (Object.hasOwn(given, 'cause')) todo.push(() => own('cause', copy(given.cause)));
    return made;
  };

  const result = copy(value);
  for (let work = todo.shift(); work; work = todo.shift()) work();
  // What moves is gone here, even where the value does not hold it.
  for (const one of moved) if (!(one as ArrayBuffer).detached) (one as ArrayBuffer).transfer();
  return result;
}
