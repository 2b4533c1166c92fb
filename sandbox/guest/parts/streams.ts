import {
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  ReadableByteStreamController,
  ReadableStream,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableStreamDefaultController,
  ReadableStreamDefaultReader,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
} from 'web-streams-polyfill';
import type { MakePart } from '../platform.js';

/** Streams, by the reference implementation of their standard. */
export const make: MakePart = (kit) => {
  // It looks for these as globals.
  kit.use('events');
  return {
    ...{ ByteLengthQueuingStrategy, CountQueuingStrategy, ReadableByteStreamController, ReadableStream },
    ...{ ReadableStreamBYOBReader, ReadableStreamBYOBRequest, ReadableStreamDefaultController },
    ...{ ReadableStreamDefaultReader, TransformStream, TransformStreamDefaultController, WritableStream },
    ...{ WritableStreamDefaultController, WritableStreamDefaultWriter },
  };
};
