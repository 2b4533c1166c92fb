/** A message of a chat with its place. */
export interface SaidMessage {
  readonly floor: number;
  readonly swipe: number;
  /** Who says it. */
  readonly name: string;
  readonly mes: string;
  /** When it was said, as the chat keeps that. */
  readonly date?: string | number | undefined;
}

const EVENT = 'said_';

/** The id of the event that keeps a part of a message word for word. */
export const saidId = (floor: number, swipe: number, piece: number): string => `${EVENT}${floor}_${swipe}_${piece}`;

/** True for the id of an event that keeps a message word for word. */
export const isSaidId = (id: string): boolean => /^said_\d+_\d+_\d+$/.test(id);
