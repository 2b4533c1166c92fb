import { Buffer } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import { PipePort } from './pipe-port.js';

/** The two ends of a connection between processes. */
export interface Ends {
  readonly from: Readable;
  readonly to: Writable;
}

/** Taken before the realm of a tool worker loses them. */
const { MessageChannel, MessagePort } = globalThis;
type MessagePort = globalThis.MessagePort;

/** Bytes of one message at the most: far more than any of ours has. */
const MOST_BYTES = 256 * 1_048_576;
const HEAD_BYTES = 8;
/** Number of the channel of messages that belong to no port. */
const CONTROL = 0;
/** Ports of the other side that may be open at once. */
const MOST_PORTS = 65_536;

/** What stands before an object that only a port is not. */
const [OTHER, PORT] = [0, 1];

class PortWriter extends DefaultSerializer {
  readonly #idOf: (port: MessagePort) => number;

  constructor(idOf: (port: MessagePort) => number) {
    super();
    this.#idOf = idOf;
  }

  _writeHostObject(value: object): void {
    const isPort = value instanceof MessagePort;
    this.writeUint32(isPort ? PORT : OTHER);
    if (isPort) this.writeUint32(this.#idOf(value));
    else
      (DefaultSerializer.prototype as unknown as { _writeHostObject(value: object): void })._writeHostObject.call(
        this,
        value,
      );
  }
}

class PortReader extends DefaultDeserializer {
  readonly #portOf: (id: number) => MessagePort;

  constructor(bytes: Uint8Array, portOf: (id: number) => MessagePort) {
    super(bytes);
    this.#portOf = portOf;
  }

  _readHostObject(): object {
    if (this.readUint32() === PORT) return this.#portOf(this.readUint32());
    return (DefaultDeserializer.prototype as unknown as { _readHostObject(): object })._readHostObject.call(this);
  }
}

/**
 * Messages with ports between two processes. A port that is sent is served from the other side: what arrives at its other end there
 * comes out here, and the other way round, in the order in which it was sent.
 */
export class Bridge {
  readonly #to: Writable;
  readonly #ports = new Map<number, MessagePort | PipePort>();
  /** Ports of this side are faces of the pipe itself: its one thread computes for long. */
  readonly #isWorker: boolean;
  readonly #onMessage: (message: unknown) => void;
  readonly #onBroken: (why: string) => void;
  /** The two sides count in different numbers. */
  #next: number;
  #rest: Buffer = Buffer.alloc(0);
  #closed = false;

  constructor(
    { from, to }: Ends,
    side: 'first' | 'second',
    onMessage: (message: unknown) => void,
    onBroken: (why: string) => void,
  ) {
    this.#to = to;
    this.#isWorker = side === 'second';
    this.#next = side === 'first' ? 1 : 2;
    this.#onMessage = onMessage;
    this.#onBroken = onBroken;
    from.on('data', (bytes: Buffer) => this.#receive(bytes));
    for (const stream of [from, to]) stream.on('error', () => this.close());
  }

  send(message: unknown): void {
    this.#write(CONTROL, message);
  }

  /** Closes every port; nothing more is sent or received. */
  close(): void {
    this.#closed = true;
    for (const port of this.#ports.values()) port.close();
    this.#ports.clear();
  }

  #write(channel: number, message: unknown): void {
    if (this.#closed) return;
    const writer = new PortWriter((port) => this.#lend(port));
    writer.writeHeader();
    writer.writeValue(message);
    const body = writer.releaseBuffer();
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(body.length, 0);
    head.writeUInt32LE(channel, 4);
    this.#to.write(Buffer.concat([head, body]));
  }

  #lend(port: MessagePort): number {
    const id = this.#next;
    this.#next += 2;
    this.#attach(id, port);
    return id;
  }

  #attach(id: number, port: MessagePort): void {
    this.#ports.set(id, port);
    port.onmessage = ({ data }: MessageEvent<unknown>) => this.#write(id, [data]);
    port.addEventListener('close', () => {
      if (this.#ports.delete(id)) this.#write(id, []);
    });
  }

  #borrow(id: number): MessagePort {
    if (this.#ports.has(id) || id % 2 === this.#next % 2 || this.#ports.size >= MOST_PORTS)
      throw new Error('a wrong port');
    if (this.#isWorker) {
      const port = new PipePort((messages) => this.#write(id, messages));
      this.#ports.set(id, port);
      return port as unknown as MessagePort;
    }
    const { port1, port2 } = new MessageChannel();
    this.#attach(id, port1);
    return port2;
  }

  #receive(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (!this.#closed && this.#rest.length >= HEAD_BYTES) {
      const length = this.#rest.readUInt32LE(0);
      if (length > MOST_BYTES) {
        this.#break('a message that is too long');
        return;
      }
      if (this.#rest.length < HEAD_BYTES + length) return;
      const channel = this.#rest.readUInt32LE(4);
      const body = this.#rest.subarray(HEAD_BYTES, HEAD_BYTES + length);
      this.#rest = this.#rest.subarray(HEAD_BYTES + length);
      try {
        this.#deliver(channel, body);
      } catch (error) {
        this.#break((error as Error).message);
      }
    }
  }

  #deliver(channel: number, body: Uint8Array): void {
    const lent: MessagePort[] = [];
    const reader = new PortReader(body, (id) => {
      const port = this.#borrow(id);
      lent.push(port);
      return port;
    });
    reader.readHeader();
    const message = reader.readValue() as unknown;
    if (channel === CONTROL) {
      this.#onMessage(message);
      return;
    }
    const port = this.#ports.get(channel);
    if (!port || !Array.isArray(message)) return;
    if (message.length > 0) {
      if (port instanceof PipePort) port.receive(message[0]);
      else port.postMessage(message[0], lent);
      return;
    }
    this.#ports.delete(channel);
    if (port instanceof PipePort) port.ended();
    else port.close();
  }

  #break(why: string): void {
    this.close();
    this.#onBroken(why);
  }
}
