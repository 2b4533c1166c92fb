import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ClassicLevel } from 'classic-level';
import { BulkheadError } from '../../../worker/protocol/errors.js';

/** An open database: ordered bytes. */
export type Level = ClassicLevel<Buffer, Buffer>;

const unavailable = (message: string, cause: unknown) => new BulkheadError('STORE_UNAVAILABLE', message, {}, { cause });

/** The package, which an application brings along. @throws `STORE_UNAVAILABLE` where it is missing. */
async function levelPackage(): Promise<typeof import('classic-level')> {
  try {
    return await import('classic-level');
  } catch (cause) {
    throw unavailable('a folder needs the package classic-level: npm i classic-level', cause);
  }
}

/**
 * Opens the database in a folder, and makes both where there are none; only this user may enter the new folders.
 * @throws `STORE_UNAVAILABLE` where the package is missing, another process has the folder open, or it cannot be written.
 */
export async function openLevel(path: string): Promise<Level> {
  const { ClassicLevel } = await levelPackage();
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const level: Level = new ClassicLevel(path, { keyEncoding: 'buffer', valueEncoding: 'buffer' });
    await level.open();
    return level;
  } catch (cause) {
    const reason = ((cause as Error).cause ?? cause) as Error & { readonly code?: string };
    const why =
      reason.code === 'LEVEL_LOCKED'
        ? 'another process has it open; use one at a time, or another folder'
        : reason.message;
    throw unavailable(`the folder ${dirname(path)} cannot be used: ${why}`, cause);
  }
}

/** Deletes the files of a database that is closed. @throws what the library throws. */
export async function destroyLevel(path: string): Promise<void> {
  const { ClassicLevel } = await levelPackage();
  await ClassicLevel.destroy(path);
}
