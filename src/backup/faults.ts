import { BulkheadError } from '../../worker/protocol/errors.js';

export const noBackup = () =>
  new BulkheadError(
    'BAD_ARGS',
    'this file is no backup of Bulkhead: choose the zip file that “Save backup” has written',
  );

export const damaged = (why: string, cause?: unknown) =>
  new BulkheadError(
    'STORE_BROKEN',
    `the backup is damaged, and nothing was changed: ${why}. Copy or download the file again, or use an older backup`,
    {},
    { cause },
  );

export const newer = (version: string) =>
  new BulkheadError(
    'STORE_NEWER',
    `a newer version of Bulkhead (${version.slice(0, 40)}) has written this backup: update Bulkhead here, and restore it then`,
  );

export const notEmpty = () =>
  new BulkheadError(
    'BAD_ARGS',
    'this device is not empty: save a backup of it, and restore with replace: true, which deletes what is here',
  );

export const full = (cause?: unknown) =>
  new BulkheadError(
    'STORE_FAILED',
    'there is not enough space for this backup, and nothing was changed: free space on this device, and try again',
    {},
    { cause },
  );

export const noPlace = (why: string) => new BulkheadError('STORE_UNAVAILABLE', `no backup and no restore here: ${why}`);

export const busy = () =>
  new BulkheadError(
    'STORE_FAILED',
    'another tab is restoring a backup: wait until it has finished, and reload this page',
  );
